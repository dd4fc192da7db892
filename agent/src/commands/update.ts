import { readEnvironment } from '@culvert/program'
import { readAuthorities } from '../config/credentials.ts'
import { defaultServer, requireServer } from '../config/server-address.ts'
import { findSignIn } from '../config/sign-ins.ts'
import { exitCodes } from '../failure.ts'
import type { ExitCode } from '../failure.ts'
import { runUpdate as update } from '../update/update.ts'
import { hasService } from '../service/find-service-manager.ts'
import { printLine } from '../output/print.ts'
import type { CommandLine } from './command-line.ts'

/** Runs `culvert update`: installs the newest version from the user's own server. */
export async function runUpdate(line: CommandLine): Promise<ExitCode> {
  const named = typeof line.server === 'string' ? line.server : readEnvironment().CULVERT_SERVER
  const server = named === undefined ? (findSignIn(undefined)?.server ?? defaultServer) : requireServer(named)
  await update({
    server,
    authorities: readAuthorities(readEnvironment().CULVERT_CA_FILE),
    rollback: line.rollback === true,
    print: printLine,
  })
  if (hasService()) {
    printLine('The service runs the version with which it started: `culvert service restart` makes it run this one.')
  }
  return exitCodes.endedByUser
}
