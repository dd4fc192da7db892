import type { Command } from 'commander'
import { resealKeys } from '../../features/certificates/operator.ts'
import { resealFactors } from '../../features/factors/service.ts'
import { resealClientSecrets } from '../../features/sign-in-providers/operator.ts'
import { resealSecrets } from '../../features/webhooks/secrets.ts'
import { rotateSigningKeys } from '../../platform/keys/keyring.ts'
import type { Perform } from '../outcome.ts'

/** Adds the commands for what keeps the installation running: signing keys and sealed secrets. */
export function addSystemCommands(program: Command, perform: Perform): void {
  program
    .command('keys')
    .description('The keys that tokens are signed with.')
    .command('rotate')
    .description('Sign with a new key from now on.')
    .addHelpText(
      'after',
      `
Every server signs with the new key within a minute. Tokens signed with the old one stay valid until they expire, an hour at most:
nobody is signed out and no tunnel ends. To end sessions, see \`users sign-out\`.`,
    )
    .action(() =>
      perform(async (app) => {
        const kid = await rotateSigningKeys(app)
        return { data: { kid }, text: `New tokens are signed with ${kid}.` }
      }),
    )

  program
    .command('secrets')
    .description('What is sealed in the database with SEALING_SECRET.')
    .command('reseal')
    .description('Seal with SEALING_SECRET what is sealed with SEALING_SECRET_PREVIOUS.')
    .addHelpText(
      'after',
      `
Private keys of certificates, secrets of webhooks and authenticator apps, and client secrets of sign-in providers. Afterwards,
SEALING_SECRET_PREVIOUS is no longer needed.`,
    )
    .action(() =>
      perform(async (app) => {
        const resealed =
          (await resealKeys(app)) +
          (await resealSecrets(app)) +
          (await resealFactors(app)) +
          (await resealClientSecrets(app))
        const text = `${resealed === 1 ? '1 secret was' : `${resealed} secrets were`} sealed again. SEALING_SECRET_PREVIOUS is no longer needed.`
        return { data: { resealed }, text }
      }),
    )
}
