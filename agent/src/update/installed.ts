import { basename, dirname, join } from 'node:path'
import { version } from '../version.ts'
import { type PackagedAs, packagedAs } from './packaged-as.ts'

/** The running command, if it came as a package for a system without Node. */
export interface Installed extends PackagedAs {
  version: string
  /** The file that people start: the executable, or on a Mac the launcher. */
  command: string
}

/** Returns where this command is installed; undefined if it came from npm or a checkout. */
export function findInstalled(): Installed | undefined {
  if (packagedAs === undefined) return undefined
  const folder = dirname(process.execPath)
  // PREFIX/lib/culvert-VERSION/node is started by PREFIX/bin/culvert.
  const isLaunched = basename(process.execPath) === 'node'
  const command = isLaunched ? join(folder, '../../bin/culvert') : process.execPath
  return { ...packagedAs, version, command }
}
