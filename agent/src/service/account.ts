import { homedir, userInfo } from 'node:os'
import { exitCodes, Failure } from '../failure.ts'
import { tryTool } from './tool.ts'

/** A user of this machine. */
export interface Account {
  name: string
  uid: number
  gid: number
  home: string
}

/** Returns the user who runs this command. */
export function currentAccount(): Account {
  const { username, uid, gid } = userInfo()
  return { name: username, uid, gid, home: homedir() }
}

/** Finds a user by name, in whatever directory the machine uses. Throws Failure. */
export function findAccount(name: string): Account {
  const own = currentAccount()
  if (name === own.name) return own
  // A line of passwd(5), which has three more fields on a Mac.
  const isMac = process.platform === 'darwin'
  const { output } = isMac ? tryTool('id', ['-P', name]) : tryTool('getent', ['passwd', '--', name])
  const fields = output.trim().split(':')
  const [found, , uid, gid] = fields
  const home = fields[isMac ? 8 : 5]
  if (found !== undefined && home !== undefined && found === name && home.startsWith('/')) {
    return { name: found, uid: Number(uid), gid: Number(gid), home }
  }
  throw new Failure(exitCodes.usage, `There is no user ${JSON.stringify(name)} on this machine.`, {
    why: 'It was named as the user whose tunnels the service opens.',
    remedy: 'Name a user with --user.',
  })
}
