import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTerminals } from '../testing/terminal.ts'
import { startInTerminal, welcome } from '../testing/terminal-tunnel.ts'

describe.skipIf(!hasTerminals)('the notice of a newer version', () => {
  it('appears once a day at a terminal, with the command that installs it', async () => {
    const { server, terminal, folder } = await startInTerminal(
      'culvert http PORT; culvert http PORT; echo over',
      {},
      { version: '99.0.0' },
    )
    const line = `culvert 99.0.0 is out`
    await terminal.until(line)
    await terminal.until(`npm install -g ${server.url}/download/culvert-agent-99.0.0.tgz`)
    const kept: unknown = JSON.parse(readFileSync(join(folder, 'update-check.json'), 'utf8'))
    expect(kept).toEqual({ askedAt: expect.any(String) as unknown })
    const before = terminal.shown.length
    terminal.type('\u0003')
    await welcome(server, terminal, before)
    terminal.type('\u0003')
    await terminal.until('over', before)
    expect(terminal.shown.split(line)).toHaveLength(2)
    expect(server.calls.filter(({ operation }) => operation === 'site')).toHaveLength(1)
  })

  it.each<[string, string, Record<string, string>]>([
    ['in CI', '', { CI: 'true' }],
    ['with CULVERT_UPDATE_CHECK=off', '', { CULVERT_UPDATE_CHECK: 'off' }],
    ['with --no-update-check', ' --no-update-check', {}],
    ['if the output is not a terminal', ' | cat', {}],
  ])('is not requested %s', async (_, more, env) => {
    const { server, terminal } = await startInTerminal(`culvert http PORT${more}; echo over`, env, {
      version: '99.0.0',
    })
    terminal.type('\u0003')
    await terminal.until('over')
    expect(server.calls.map(({ operation }) => operation)).not.toContain('site')
    expect(terminal.shown).not.toContain('99.0.0')
  })

  it.each(['0.0.1', 'newest', '99.0.0; rm -rf /'])('does not appear for the version %s', async (version) => {
    const { server, terminal } = await startInTerminal('culvert http PORT; echo over', {}, { version })
    await server.untilCalled('site')
    terminal.type('\u0003')
    await terminal.until('over')
    expect(terminal.shown).not.toContain('is out')
  })

  it('does not delay the command if the server does not answer', async () => {
    const { server, terminal } = await startInTerminal('culvert http PORT; echo "code $?"', {}, 'nothing')
    await server.untilCalled('site')
    terminal.type('\u0003')
    await terminal.until('code 0')
  })
})
