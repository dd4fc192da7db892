import { parseWebhookSecret, webhookProviders } from '../inspection/webhooks.ts'
import { choice, Complaint, count, list, text, toggle, unshown } from './setting.ts'
import type { ValuesOf } from './setting.ts'

export const logLevels = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof logLevels)[number]

/** What a command with tunnels can be told besides: on the command line, and at the top of culvert.yml. */
export const commandSettings = {
  server: text({
    help: 'the Culvert server, such as tunnels.example.com; the one that you signed in at when left out',
    argument: '<address>',
    expected: 'an address such as tunnels.example.com',
  }),
  profile: text({
    help: 'the sign-in that is used, where there are several; see `culvert whoami`',
    argument: '<name>',
    expected: 'the name of a profile',
  }),
  authtoken: text({
    help: 'an AuthID or machine token, pk_…; better kept in the variable, or by `culvert login`',
    argument: '<token>',
    expected: 'pk_ and 64 hexadecimal digits',
    isSecret: true,
  }),
  'ca-file': text({
    help: "authorities in PEM that are trusted besides this machine's",
    argument: '<file>',
    expected: 'the path of a file',
  }),
  inspect: toggle({ help: 'keep requests for the inspector; the default', isNegatable: true }),
  'inspect-port': count({
    help: 'the port of the inspector on this machine; 4040, or the next that is free, when left out',
    argument: '<port>',
    max: 65_535,
  }),
  'inspect-secrets': toggle({ help: 'keep passwords, tokens and cookies in the inspector too, for this run' }),
  'webhook-secret': list({
    help: `check the signatures of webhooks: ${webhookProviders.join(', ')}; may be given several times`,
    argument: '<provider:secret>',
    isSecret: true,
    parseItem(written) {
      const secret = parseWebhookSecret(written)
      if (secret === undefined)
        throw new Complaint(`${webhookProviders.join(', ')} with a secret, as provider:secret`, unshown)
      return secret
    },
  }),
  log: text({ help: 'write plain lines to this file as well', argument: '<file>', expected: 'the path of a file' }),
  'log-level': choice({
    help: 'how much that file gets: error, warn or info; info when left out',
    argument: '<level>',
    words: logLevels,
  }),
}

export type CommandValues = ValuesOf<typeof commandSettings>

/** What only the command line says: how this one run is shown. */
export const outputSettings = {
  json: toggle({ help: 'print a JSON object for each event, one a line' }),
  qr: toggle({ help: 'show the public URL as a QR code' }),
  'ready-file': text({
    help: 'write this file once the public URL leads to the app, and remove it at the end',
    argument: '<file>',
    expected: 'the path of a file',
  }),
}

export type OutputValues = ValuesOf<typeof outputSettings>
