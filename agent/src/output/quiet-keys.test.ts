import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { deferClose } from '../testing/cleanup.ts'
import { hasTerminals } from '../testing/terminal.ts'
import type { Terminal } from '../testing/terminal.ts'
import { startInTerminal } from '../testing/terminal-tunnel.ts'

function pidIn(folder: string): number {
  const [name = ''] = readdirSync(join(folder, 'state/run'))
  return Number.parseInt(name, 10)
}

/** Returns the state of a process, which is T while it is stopped (proc_pid_stat(5)). */
function stateOf(pid: number): string | undefined {
  return / \w /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1').split(')').at(-1) ?? '')?.[0].trim()
}

/** Resolves once the terminal hides typed keys. */
async function untilHidden(terminal: Terminal, folder: string): Promise<void> {
  const path = `/proc/${pidIn(folder)}/fd/0`
  await expect.poll(() => String(execFileSync('stty', ['-a', '-F', path])), { timeout: 5_000 }).toMatch(/-icanon/)
  expect(terminal.shown).not.toContain('stty:')
}

describe.skipIf(!hasTerminals || process.platform !== 'linux')('a tunnel in a terminal', () => {
  it('hides and discards typed keys, and restores the terminal after Ctrl-C', async () => {
    const { terminal, folder } = await startInTerminal('culvert http PORT; echo "code $?"; stty -a')
    await untilHidden(terminal, folder)
    terminal.type('ghosts\r\n')
    terminal.type('\u0003')
    await terminal.until('code 0')
    await terminal.exited
    expect(terminal.shown).not.toContain('ghosts')
    expect(terminal.shown).toMatch(/ icanon .* echo /s)
  })

  it('leaves no status line behind when Ctrl-C is pressed again', async () => {
    const { terminal, folder, server } = await startInTerminal('culvert http PORT; echo "code $?"')
    // The command waits for it.
    server.answers.stopAgent = () => 'nothing'
    await untilHidden(terminal, folder)
    terminal.type('\u0003')
    await terminal.until('Stopping')
    // An echo by npm comes sooner.
    await delay(1_100)
    terminal.type('\u0003')
    await terminal.until('code 0')
    expect(terminal.shown).toMatch(/[\r\n]code 0/)
  })

  it('restores the terminal on Ctrl-Z, and hides keys again in the foreground', async () => {
    const { terminal, folder } = await startInTerminal('set -m; culvert http PORT; stty -a; echo back; fg; echo over')
    await untilHidden(terminal, folder)
    terminal.type('\u001a')
    await terminal.until('back')
    expect(terminal.shown).toMatch(/ icanon .* echo .*back/s)
    await untilHidden(terminal, folder)
    terminal.type('ghosts')
    terminal.type('\u0003')
    await terminal.until('over')
    expect(terminal.shown).not.toContain('ghosts')
  })

  it.each<[string, (pid: number) => void]>([
    ['SIGTERM', (pid) => process.kill(pid, 'SIGTERM')],
    ['SIGHUP', (pid) => process.kill(pid, 'SIGHUP')],
  ])('restores the terminal after %s', async (_, end) => {
    const { terminal, folder } = await startInTerminal('culvert http PORT; echo ended; stty -a')
    await untilHidden(terminal, folder)
    end(pidIn(folder))
    await terminal.until('ended')
    await terminal.exited
    expect(terminal.shown).toMatch(/ended.* icanon .* echo /s)
  })

  it('restores the terminal after a crash', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'culvert-crash-'))
    deferClose(() => rmSync(folder, { recursive: true, force: true }))
    const crash = join(folder, 'crash.cjs')
    writeFileSync(crash, "process.on('SIGUSR2', () => { throw new Error('crashed') })\n")
    const started = await startInTerminal('culvert http PORT; echo ended; stty -a', {
      NODE_OPTIONS: `--require=${crash}`,
    })
    await untilHidden(started.terminal, started.folder)
    process.kill(pidIn(started.folder), 'SIGUSR2')
    await started.terminal.until('ended')
    await started.terminal.exited
    expect(started.terminal.shown).toMatch(/crashed.*ended.* icanon .* echo /s)
  })

  it('hides typed keys on a system without `ps`', async () => {
    const { terminal, folder } = await startInTerminal('PATH=/nowhere culvert http PORT')
    await untilHidden(terminal, folder)
    terminal.type('ghosts\u0003')
    await terminal.exited
    expect(terminal.shown).not.toContain('ghosts')
  })

  it('keeps running in the background, and leaves the terminal unchanged', async () => {
    const { terminal } = await startInTerminal('set -m; culvert http PORT & read -r; stty -a; jobs; kill %1; wait')
    terminal.type('\r\n')
    await terminal.until('Running')
    expect(terminal.shown).toMatch(/ icanon .* echo /s)
    await terminal.exited
  })

  it('keeps serving in the background after Ctrl-Z and `bg`, whatever is typed there, and ends', async () => {
    const script = 'set -m; culvert http PORT; bg; echo back; read -r; echo heard; wait %1; echo "code $?"; stty -a'
    const { terminal, folder } = await startInTerminal(script)
    await untilHidden(terminal, folder)
    const pid = pidIn(folder)
    terminal.type('\u001a')
    await terminal.until('back')
    await terminal.until('Connected', terminal.shown.indexOf('back'))
    terminal.type('typed\r')
    await terminal.until('heard')
    expect(stateOf(pid)).not.toBe('T')
    process.kill(pid, 'SIGTERM')
    await terminal.until('code 0')
    await terminal.exited
    expect(terminal.shown).toMatch(/code 0.* icanon .* echo /s)
  })
})
