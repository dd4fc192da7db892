import { isIP } from 'node:net'
import { regionForm } from '@culvert/schema/names'
import { edgesDefault, edgesMax } from '../connection/bounds.ts'
import type { HeaderField } from '@culvert/wire'
import { forbiddenInValue, token } from '@culvert/program/field-syntax'
import { framingFields } from '../net/framing-fields.ts'
import { connectionsMaxDefault, streamsMaxDefault } from '../origin/bounds.ts'
import type { AddressRange } from '../rules/gate.ts'
import { InvalidValue, count, duration, list, text, optionalText, flag, redactedValue } from './setting.ts'
import type { ValuesOf } from './setting.ts'

const countMax = 65_535

/**
 * The settings of a tunnel, by name on the command line (`--gateway`) and in culvert.yml (`gateway:`). The documents, the
 * help and the JSON schema are generated from this table.
 */
export const tunnelSettings = {
  gateway: text({
    help: 'use this reserved gateway, given by name or hostname',
    argument: '<name>',
    expected: 'the name or hostname of a gateway',
  }),
  domain: text({
    help: 'use the gateway with this full hostname, such as app.example.com on your own domain',
    // CULVERT_DOMAIN is the domain that a server offers.
    variable: 'CULVERT_GATEWAY_HOSTNAME',
    argument: '<hostname>',
    expected: 'a hostname such as app.example.com',
    pattern: /^[^\s/:.]+(?:\.[^\s/:.]+)+$/,
  }),
  random: flag({ help: 'use a random hostname for this session (the default)' }),
  pool: flag({
    help: 'share the gateway with other agents that use this option: requests go to the one with the fewest open',
  }),
  name: text({
    help: 'the name of this agent on the dashboard',
    argument: '<text>',
    expected: 'a name of at most 100 characters',
    pattern: /^[^\0-\x1f\x7f]{1,100}$/,
  }),
  region: text({
    help: 'where this agent is, such as eu-west: it dials edges that are there or near, if the server has several',
    argument: '<name>',
    expected: regionForm,
    pattern: /^(?=.{1,63}$)[a-z0-9]+(?:-[a-z0-9]+)*$/,
  }),
  edges: count({
    help: `at how many edges the agent is connected at once, if the server has several (1 to ${edgesMax}, default ${edgesDefault})`,
    argument: '<n>',
    max: edgesMax,
  }),
  'host-header': optionalText({
    help: "send the app this Host instead of the visitor's; without a value, the app's own address",
    argument: '[host]',
    expected: 'a host such as localhost:3000',
    pattern: /^[\x21-\x7e]+$/,
  }),
  rewrite: flag({
    help: 'send the app its own address in Host, Origin and Referer, and visitors the public one in redirects, cookies and CORS',
  }),
  'request-header-add': list({
    help: 'add a header field to requests (repeatable)',
    argument: "<'Name: value'>",
    isSecret: true,
    parseItem: parseField,
  }),
  'request-header-remove': list({
    help: 'remove a header field from requests (repeatable)',
    argument: '<name>',
    parseItem: parseFieldName,
  }),
  'response-header-add': list({
    help: 'add a header field to responses (repeatable)',
    argument: "<'Name: value'>",
    isSecret: true,
    parseItem: parseField,
  }),
  'response-header-remove': list({
    help: 'remove a header field from responses (repeatable)',
    argument: '<name>',
    parseItem: parseFieldName,
  }),
  compress: flag({
    help: 'compress what the app sends uncompressed, where the visitor accepts it and it saves bytes; not event streams',
  }),
  'basic-auth': list({
    help: 'let in only visitors who give this user name and password (repeatable)',
    argument: '<user:password>',
    isSecret: true,
    parseItem: parseCredentials,
  }),
  'allow-cidr': list({
    help: 'let in only visitors from this network or address (repeatable)',
    argument: '<network>',
    parseItem: parseRange,
  }),
  ttl: duration({ help: 'close the tunnel after this time, such as 90s, 30m, 2h or 1d', argument: '<time>' }),
  'wait-for-app': flag({ help: 'open the tunnel once the app accepts connections' }),
  'allow-any-certificate': flag({ help: 'do not verify the certificate of an https app' }),
  'max-connections': count({
    help: `how many requests may be at the app at once (default ${connectionsMaxDefault})`,
    argument: '<n>',
    max: countMax,
  }),
  'max-streams': count({
    help: `how many event streams, WebSockets and long transfers may be open in addition (default ${streamsMaxDefault})`,
    argument: '<n>',
    max: countMax,
  }),
}

/** The settings of one tunnel. */
export type TunnelValues = ValuesOf<typeof tunnelSettings>

/** Fields that the agent, or a separate option, sets. */
const reservedFields: ReadonlySet<string> = new Set([...framingFields, 'host'])

function parseField(line: string): HeaderField {
  const [, name = '', value = ''] = /^([^:]*):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
  if (name === '' || !token.test(name) || forbiddenInValue.test(value)) {
    throw new InvalidValue("a field such as 'X-Name: value'", redactedValue)
  }
  refuseFraming(name)
  return [name, value]
}

function parseFieldName(name: string): string {
  // It may be a whole field, with its value.
  if (!token.test(name)) throw new InvalidValue('the name of a field, such as X-Name', redactedValue)
  refuseFraming(name)
  return name.toLowerCase()
}

function refuseFraming(name: string): void {
  if (!reservedFields.has(name.toLowerCase())) return
  const instead = name.toLowerCase() === 'host' ? '; --host-header sets the Host' : ''
  throw new InvalidValue(`a field that does not frame the message${instead}`, name)
}

function parseCredentials(pair: string): string {
  if (!/^[^:]+:.+$/.test(pair)) throw new InvalidValue('a user name and a password as user:password', redactedValue)
  return pair
}

function parseRange(range: string): AddressRange {
  const [address = '', length] = range.split('/')
  const family = isIP(address)
  const lengthMax = family === 4 ? 32 : 128
  const prefixLength = length === undefined ? lengthMax : /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN
  if (family === 0 || range.split('/').length > 2 || !(prefixLength <= lengthMax)) {
    throw new InvalidValue('an address or network such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32', range)
  }
  return { address, prefixLength }
}
