import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Cleanup } from '../cleanup.ts'
import { projectFolder, startProcess } from '../processes.ts'
import { until } from '../until.ts'

const systemdPath = '/lib/systemd/systemd'

/** Explains why no systemd can run here; undefined if one can. */
export function findObstacle(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root of Linux can make namespaces'
  if (!existsSync(systemdPath)) return 'there is no systemd'
  try {
    const needed = 'unshare nsenter setpriv pivot_root useradd dbus-daemon loginctl'
    execFileSync('sh', ['-c', `for name in ${needed}; do command -v "$name" || exit 1; done`], { stdio: 'ignore' })
    execFileSync('unshare', ['--mount', '--pid', '--cgroup', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])
    findControlGroups()
    return undefined
  } catch {
    return 'it takes dbus, the second version of control groups, and the right to make namespaces'
  }
}

/** Where the machine has this project, for all of its users: on this machine it may be in a folder of root's, or below /tmp. */
export const projectThere = '/opt/project'

/** What a command on the machine printed, and how it ended. */
export interface Outcome {
  stdout: string
  stderr: string
  code: number | null
}

/** A real systemd, with a journal and logins, in separate namespaces. It has a copy of this machine's files, and uses this machine's network. */
export class SystemdMachine {
  readonly #pid: string

  private constructor(pid: string) {
    this.#pid = pid
  }

  static async start(cleanup: Cleanup): Promise<SystemdMachine> {
    const group = join(findControlGroups(), `culvert-test-${process.pid}`)
    mkdirSync(group)
    cleanup.defer(() => removeGroups(group))
    const namespaces = ['--mount', '--pid', '--fork', '--uts', '--ipc', '--cgroup', '--kill-child']
    const setUp = join(import.meta.dirname, 'set-up')
    // The cgroup namespace begins at the process's own group.
    const script = 'echo $$ >"$1/cgroup.procs" && shift && exec unshare "$@"'
    const holder = startProcess('sh', ['-c', script, 'sh', group, ...namespaces, setUp, projectFolder, projectThere])
    cleanup.defer(() => holder.kill())
    const children = `/proc/${holder.pid}/task/${holder.pid}/children`
    await until('a machine', () => Promise.resolve(readFileSync(children, 'utf8').trim() !== ''))
    const machine = new SystemdMachine(readFileSync(children, 'utf8').trim())
    await until('systemd', async () => {
      const { code, stderr } = await machine.run('root', 'systemctl is-active scratch.target')
      if (code === 0) return true
      throw new Error(`${stderr}${holder.stdout}${holder.stderr}`)
    })
    return machine
  }

  /** Runs a shell line as a user, as after a login. */
  async run(user: string, line: string): Promise<Outcome> {
    const enter = ['--target', this.#pid, '--mount', '--pid', '--uts', '--ipc', '--cgroup']
    const environment = ['env', '-i', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C']
    const login =
      'HOME=$(getent passwd "$0" | cut -d: -f6) && USER=$0 XDG_RUNTIME_DIR=/run/user/$(id -u) && export HOME USER XDG_RUNTIME_DIR && cd'
    const shell = ['runuser', '-u', user, '--', 'sh', '-c', `${login} && ${line}`, user]
    const child = spawn('nsenter', [...enter, ...environment, ...shell], { stdio: ['ignore', 'pipe', 'pipe'] })
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ])
    return { stdout, stderr, code }
  }
}

/** Returns where version 2 of control groups is mounted. Throws if it is not. */
function findControlGroups(): string {
  const [, path] = /^\S+ (\S+) cgroup2 /m.exec(readFileSync('/proc/self/mounts', 'utf8')) ?? []
  if (path === undefined) throw new Error('There are no control groups of the second version.')
  return path
}

/** Removes the control groups of a machine that has ended. Its processes may not be gone yet. */
async function removeGroups(group: string): Promise<void> {
  const removeEmpty = ['-depth', '-type', 'd', '-exec', 'rmdir', '{}', '+']
  await until('the end of the machine', async () => {
    await promisify(execFile)('find', [group, ...removeEmpty])
    return true
  })
}
