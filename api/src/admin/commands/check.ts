import type { Command } from 'commander'
import type { Finding } from '../check/findings.ts'
import { checkInstallation } from '../check/installation.ts'
import type { Perform } from '../outcome.ts'
import { renderFacts } from '../text.ts'

/** Adds the command that checks whether the installation has what it needs. */
export function addCheckCommand(program: Command, perform: Perform): void {
  program
    .command('check')
    .description(
      'Check the database, disk, mail, edges, DNS, ports and certificates, and report what is missing. Changes nothing.',
    )
    .addHelpText(
      'after',
      `
Names are looked up and connected to from this machine: a firewall may let others through, or not. Exit code 1 when something is missing.`,
    )
    .action(() =>
      perform(async (app) => {
        const findings = await checkInstallation(app)
        return { data: findings, text: renderFacts(findings.map(toFact)), isFailure: findings.some(isMissing) }
      }),
    )
}

const isMissing = ({ state }: Finding) => state === 'FAILED'

const words: Record<Finding['state'], string> = { OK: 'ok', WARNING: 'warning', FAILED: 'missing' }

const toFact = ({ about, state, message, fix }: Finding) =>
  [words[state], `${about}: ${fix === null ? message : `${message} ${fix}`}`] as const
