import { describe, expect, it } from 'vitest'
import { readCulvertFile } from './culvert-file.ts'

function faultsOf(content: string): string[] {
  const { faults = [] } = readCulvertFile(content, { PORT: '3000' })
  return faults.map(({ line, column, message }) => `${line}:${column} ${message}`)
}

describe('culvert.yml', () => {
  it('accepts the settings of the command line, with defaults and variables', () => {
    const content = `
server: tunnels.example.com
inspect: false
defaults:
  rewrite: true
tunnels:
  web:
    app: \${PORT}
    gateway: demo
    request-header-add: ['X-A: 1', 'X-B: $\${x}']
  api:
    app: http://localhost:\${API_PORT:-4000}
    rewrite: false
    ttl: 2h
`
    const { file } = readCulvertFile(content, { PORT: '3000' })
    expect(file?.values).toEqual({ server: 'tunnels.example.com', inspect: false })
    expect([...(file?.tunnels ?? [])]).toEqual([
      [
        'web',
        {
          app: '3000',
          values: {
            rewrite: true,
            gateway: 'demo',
            'request-header-add': [
              ['X-A', '1'],
              ['X-B', '${x}'],
            ],
          },
        },
      ],
      ['api', { app: 'http://localhost:4000', values: { rewrite: false, ttl: 7_200_000 } }],
    ])
  })

  it.each([
    [
      'an unknown setting',
      'tunnels:\n  web:\n    app: 1\n    gatway: x',
      ['4:5 there is no setting `gatway` here; did you mean `gateway`?'],
    ],
    [
      'a tunnel without an app',
      'tunnels:\n  web:\n    gateway: x',
      ['2:3 the tunnel `web` needs `app`: a port such as 3000, a URL or a folder'],
    ],
    [
      'a tunnel that is only its app',
      'tunnels:\n  web: 3000',
      ['2:8 expected settings for the tunnel `web`, at least `app: 3000` on a line of its own'],
    ],
    [
      'a setting in the wrong place',
      'gateway: x\ntunnels:\n  web:\n    app: 1\n    log: a.log',
      [
        '1:1 there is no setting `gateway` here; it belongs to a tunnel, below its name',
        '5:5 there is no setting `log` here; it belongs at the top of the file',
      ],
    ],
    [
      'every mistake, in the order of the file',
      'tunnels:\n  web:\n    ttl: soon\nlog-level: loud',
      [
        '2:3 the tunnel `web` needs `app`: a port such as 3000, a URL or a folder',
        '3:10 `ttl`: expected a time such as 90s, 30m, 2h or 1d, at most 24d, got "soon"',
        '4:12 `log-level`: expected error, warn or info, got "loud"',
      ],
    ],
    [
      'a variable that is not set',
      'server: ${HOST_NAME}',
      ['1:9 the variable HOST_NAME is not set; set it, or write ${HOST_NAME:-a default}'],
    ],
    [
      'a reference in a form that only shells support',
      'server: ${HOST_NAME:?}',
      ['1:9 a reference is ${NAME} or ${NAME:-a default}; write $$ for a dollar sign'],
    ],
    [
      'an unterminated reference',
      'server: https://${HOST_NAME',
      ['1:9 a reference is ${NAME} or ${NAME:-a default}; write $$ for a dollar sign'],
    ],
    ['a wrong value', 'inspect: maybe', ['1:10 `inspect`: expected true or false, got "maybe"']],
    [
      'a list instead of a mapping',
      'tunnels:\n  - web',
      ['2:3 expected a mapping for `tunnels`: lines such as `name: value`'],
    ],
    [
      'a tunnel name with a space',
      'tunnels:\n  "a b":\n    app: 1',
      ['2:3 expected a name of letters, digits, - and _ (at most 40) for a tunnel, got "a b"'],
    ],
    [
      'text that is not YAML',
      'tunnels: [',
      ['1:11 Flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['a duplicate key', 'log: a\nlog: b', ['2:1 Map keys must be unique']],
    ['an alias', 'log: &a x\nserver: *a', ['2:9 `server`: expected a value or a list, got nothing']],
    [
      'a field that frames messages',
      'defaults:\n  request-header-add: "Content-Length: 1"',
      ['2:23 `request-header-add`: expected a field that does not frame the message, got "Content-Length"'],
    ],
  ])('names the line and column of %s', (_what, content, expected) => {
    expect(faultsOf(content)).toEqual(expected)
  })

  it('never repeats a malformed password or token', () => {
    const [fault = ''] = faultsOf('defaults:\n  basic-auth: only-my-password')
    expect(fault).toContain('expected a user name and a password as user:password')
    expect(fault).not.toContain('only-my')
    expect(faultsOf('authtoken: "my\\nsecret"').join()).not.toContain('secret')
  })

  it('may be empty', () => {
    expect(readCulvertFile('', {}).file).toEqual({ values: {}, defaults: {}, tunnels: new Map() })
  })
})
