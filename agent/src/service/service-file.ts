import { existsSync, readFileSync, rmSync } from 'node:fs'
import { exitCodes, Failure } from '../failure.ts'
import { writeWithFolder } from '../whole-file.ts'
import type { Service, ServiceManager } from './service.ts'

/** Writes the file that defines the service, replacing an earlier one. Throws Failure if another program's file is there. */
export function writeServiceFile(manager: ServiceManager, service: Service): void {
  const { path, encoding } = manager
  requireOurs(manager)
  // Service managers reject a file that others could write, and read it as another user.
  writeWithFolder(path, manager.render(service), { encoding, mode: 0o644 })
}

/** Removes the file. Throws Failure if it is another program's. */
export function removeServiceFile(manager: ServiceManager): void {
  requireOurs(manager)
  rmSync(manager.path, { force: true })
}

/** Throws Failure if a file has the service's name and was not written by this command. */
export function requireOurs({ path, marker, encoding }: ServiceManager): void {
  if (!existsSync(path) || readFileSync(path, encoding).includes(marker)) return
  throw new Failure(exitCodes.usage, `${path} was not written by culvert.`, {
    why: 'A service of this name exists, and lacks the line that `culvert service install` writes.',
    remedy: 'Check it, and move it away if it is not needed.',
  })
}
