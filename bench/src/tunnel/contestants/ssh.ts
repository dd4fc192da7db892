import { execFile } from 'node:child_process'
import { access, chmod, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFirstLine } from '../../machine.ts'
import { findSparePort, type Scope } from '../../scope.ts'
import type { Contestant } from './contestant.ts'

const run = promisify(execFile)

/** sshd starts only by its absolute path, which is outside most users' PATH (sshd(8)). */
const sshd = '/usr/sbin/sshd'

/** sshd run by root needs this empty folder; service managers create it at boot. */
const privilegeSeparationFolder = '/run/sshd'

/** `ssh -R` to a separate sshd: throw-away keys, loopback only. */
export const ssh: Contestant = {
  name: 'ssh',
  transport: 'ssh, encrypted',
  async findObstacle() {
    if (!(await exists(sshd))) return `${sshd} is missing; install openssh-server.`
    if ((await findFirstLine('ssh', ['-V'])) === undefined) return 'ssh is missing; install openssh-client.'
    return undefined
  },
  readVersion: async () => (await findFirstLine('ssh', ['-V'])) ?? 'unknown',
  async start(originPort, scope) {
    const [sshPort, publicPort] = [await findSparePort(), await findSparePort()]
    const [hostKey, userKey] = [await makeKey(scope, 'host_key'), await makeKey(scope, 'user_key')]
    await writeFile(join(scope.folder, 'authorized_keys'), await readFile(`${userKey}.pub`), { mode: 0o600 })
    await writeFile(
      join(scope.folder, 'known_hosts'),
      `[127.0.0.1]:${sshPort} ${await readFile(`${hostKey}.pub`, 'utf8')}`,
    )
    await writeFile(join(scope.folder, 'sshd_config'), configure(sshPort, hostKey, scope.folder))
    await providePrivilegeSeparationFolder(scope)

    const server = scope.start(sshd, ['-D', '-e', '-f', join(scope.folder, 'sshd_config')])
    await scope.waitFor('sshd', () => Promise.resolve(server.output().includes('Server listening')))
    const options = [
      ['-N', '-F', 'none', '-i', userKey, '-l', userInfo().username, '-p', String(sshPort)],
      ['-o', `UserKnownHostsFile=${join(scope.folder, 'known_hosts')}`],
      ['-o', 'StrictHostKeyChecking=yes'],
      ['-o', 'IdentitiesOnly=yes'],
      ['-o', 'ExitOnForwardFailure=yes'],
      ['-o', 'BatchMode=yes'],
      ['-R', `127.0.0.1:${publicPort}:127.0.0.1:${originPort}`],
    ].flat()
    const client = scope.start('ssh', [...options, '127.0.0.1'])
    return { port: publicPort, hostHeader: `127.0.0.1:${publicPort}`, server, client }
  },
}

const configure = (port: number, hostKey: string, folder: string) => `
Port ${port}
ListenAddress 127.0.0.1
HostKey ${hostKey}
AuthorizedKeysFile ${join(folder, 'authorized_keys')}
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
AllowTcpForwarding remote
`

async function makeKey(scope: Scope, name: string): Promise<string> {
  const path = join(scope.folder, name)
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
  await chmod(path, 0o600)
  return path
}

async function providePrivilegeSeparationFolder(scope: Scope): Promise<void> {
  if (process.getuid?.() !== 0 || (await exists(privilegeSeparationFolder))) return
  await mkdir(privilegeSeparationFolder, { mode: 0o755 })
  scope.addCleanup(() => rmdir(privilegeSeparationFolder))
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
