import { expectedToken } from '../control/token-kinds.ts'
import { parseWebhookSecret, webhookProviders } from '../inspection/webhooks.ts'
import { choice, InvalidValue, count, list, text, flag, redactedValue } from './setting.ts'
import type { ValuesOf } from './setting.ts'

export const logLevels = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** The other settings of a command with tunnels: on the command line, and at the top of culvert.yml. */
export const commandSettings = {
  server: text({
    help: 'the Culvert server, such as tunnels.example.com (default: the one that you signed in to)',
    argument: '<address>',
    expected: 'an address such as tunnels.example.com',
  }),
  profile: text({
    help: 'the sign-in to use, if you have several; `culvert whoami` lists them',
    argument: '<name>',
    expected: 'the name of a profile',
  }),
  authtoken: text({
    help: 'an AuthID or machine token, pk_…, or an agent token, at_…; safer in the variable, or from `culvert login`',
    argument: '<token>',
    expected: expectedToken,
    isSecret: true,
  }),
  trust: text({
    help: 'in CI: exchange the token of the job for one of your account, by the id of a trust',
    argument: '<id>',
    expected: 'the id of a trust',
  }),
  'ca-file': text({
    help: "a PEM file of authorities to trust besides this machine's",
    argument: '<file>',
    expected: 'the path of a file',
  }),
  inspect: flag({ help: 'keep requests for the inspector (the default)', isNegatable: true }),
  'inspect-port': count({
    help: 'the port of the inspector on this machine, which must be free (default: the first free one from 4040)',
    argument: '<port>',
    max: 65_535,
  }),
  'remote-inspect': flag({
    help: 'let members of your account see and replay kept requests on the dashboard, unless --inspect-secrets is given (the default)',
    isNegatable: true,
  }),
  'inspect-secrets': flag({ help: 'do not redact passwords, tokens and cookies in the inspector, for this run' }),
  'webhook-secret': list({
    help: `verify the signatures of webhooks: ${webhookProviders.join(', ')} (repeatable)`,
    argument: '<provider:secret>',
    isSecret: true,
    parseItem(written) {
      const secret = parseWebhookSecret(written)
      if (secret === undefined)
        throw new InvalidValue(`${webhookProviders.join(', ')} with a secret, as provider:secret`, redactedValue)
      return secret
    },
  }),
  'update-check': flag({
    help: 'say once a day, at a terminal, if the server has a newer version (the default)',
    isNegatable: true,
  }),
  log: text({ help: 'also write plain lines to this file', argument: '<file>', expected: 'the path of a file' }),
  'log-level': choice({
    help: 'what to write to the log file: error, warn or info (default info)',
    argument: '<level>',
    words: logLevels,
  }),
}

const { server, profile, authtoken, trust, 'ca-file': authorities } = commandSettings
/** Those that say which server a command talks to, and as whom. */
export const credentialSettings = { server, profile, authtoken, trust, 'ca-file': authorities }

export type CommandValues = ValuesOf<typeof commandSettings>

/** Settings of the command line only: how this one run is shown. */
export const outputSettings = {
  json: flag({ help: 'print each event as a line of JSON' }),
  qr: flag({ help: 'show the public URL as a QR code, at a terminal' }),
  'ready-file': text({
    help: 'write this file once the public URL leads to the app, and remove it at the end',
    argument: '<file>',
    expected: 'the path of a file',
  }),
}

export type OutputValues = ValuesOf<typeof outputSettings>
