import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTerminals } from '../testing/terminal.ts'
import { startInTerminal, welcome } from '../testing/terminal-tunnel.ts'

describe.skipIf(!hasTerminals)('the notice of a newer version', () => {
  it('is one line at a terminal, once a day, with the way to get it', async () => {
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
    ['where it is switched off', '', { CULVERT_UPDATE_CHECK: 'off' }],
    ['with --no-update-check', ' --no-update-check', {}],
    ['where the output is no terminal', ' | cat', {}],
  ])('is not asked for %s', async (_, more, env) => {
    const { server, terminal } = await startInTerminal(`culvert http PORT${more}; echo over`, env, {
      version: '99.0.0',
    })
    terminal.type('\u0003')
    await terminal.until('over')
    expect(server.calls.map(({ operation }) => operation)).not.toContain('site')
    expect(terminal.shown).not.toContain('99.0.0')
  })

  it.each(['0.0.1', 'newest', '99.0.0; rm -rf /'])('says nothing of the version %s', async (version) => {
    const { server, terminal } = await startInTerminal('culvert http PORT; echo over', {}, { version })
    await server.untilCalled('site')
    terminal.type('\u0003')
    await terminal.until('over')
    expect(terminal.shown).not.toContain('is out')
  })

  it('holds nothing up when the server does not answer', async () => {
    const { server, terminal } = await startInTerminal('culvert http PORT; echo "code $?"', {}, 'nothing')
    await server.untilCalled('site')
    terminal.type('\u0003')
    await terminal.until('code 0')
  })
})
