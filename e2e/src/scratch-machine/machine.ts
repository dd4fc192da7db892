import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Cleanup } from '../cleanup.ts'
import { startProcess } from '../processes.ts'

/** Explains why no scratch machine can be created here; undefined if one can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root of Linux can make namespaces'
  const needed = 'unshare nsenter setpriv runuser ip systemd-analyze "$(pg_config --bindir)/initdb"'
  try {
    execFileSync('sh', ['-c', `for name in ${needed}; do command -v "$name" || exit 1; done`], { stdio: 'ignore' })
    execFileSync('unshare', ['--mount', '--net', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
    return undefined
  } catch {
    return `it takes a PostgreSQL server, systemd-analyze, and the right to make namespaces`
  }
}

/** Options for a command on a scratch machine. */
export interface CommandOptions {
  /** Its stdin. No command has a terminal there. */
  input?: string
  /** Whether it uses the network of this machine instead of a separate one. */
  isOnline?: boolean
}

/**
 * This machine, in separate namespaces: root may write below /etc, /opt, /var and /run, and has separate ports and processes. A new PostgreSQL runs there on
 * its standard port, and `systemctl` and `sudo` are those of this folder.
 */
export class ScratchMachine {
  readonly #pid: string

  private constructor(pid: string) {
    this.#pid = pid
  }

  static async start(cleanup: Cleanup): Promise<ScratchMachine> {
    const setUp = join(import.meta.dirname, 'set-up')
    const namespaces = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
    const holder = startProcess('unshare', [...namespaces, setUp, import.meta.dirname])
    cleanup.defer(() => holder.kill())
    await holder.waitForOutput(/^ready$/m)
    return new ScratchMachine(readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim())
  }

  /**
   * Runs the lines of a shell script up to the first that fails, as if root typed them into a new terminal, but in the folder to which earlier lines have changed. Returns their
   * output, or throws with it and the line.
   */
  async run(lines: string, { input = '', isOnline = false }: CommandOptions = {}): Promise<string> {
    const namespaces = ['--target', this.#pid, '--mount', '--pid', ...(isOnline ? [] : ['--net'])]
    const environment = ['env', '-i', 'PATH=/run/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin', 'HOME=/root']
    const where = '/run/folder'
    const typed = `cd "$(cat ${where} 2>/dev/null || echo /root)"\ntrap 'pwd >${where}' EXIT\nset -x\n${lines}`
    // Without a terminal, programs that ask for a password read it from stdin.
    const child = spawn('setsid', ['--wait', 'nsenter', ...namespaces, ...environment, 'sh', '-ec', typed], {
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    child.stdin.on('error', () => {}).end(input)
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('close', resolve)),
    ])
    if (code !== 0) throw new Error(`ended with ${String(code)}:\n${stdout}${stderr}`)
    return stdout
  }
}
