import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf } from '@culvert/program'
import { exitCodes, Failure } from '../failure.ts'
import type { Service, ServiceManager } from './service.ts'

/** Writes the file that says what runs, in place of one that was written before. Throws Failure where somebody else's is there. */
export function writeServiceFile(manager: ServiceManager, service: Service): void {
  const { path, encoding } = manager
  requireOurs(manager)
  const draft = `${path}.draft`
  try {
    mkdirSync(dirname(path), { recursive: true })
    rmSync(draft, { force: true })
    writeFileSync(draft, manager.render(service), { encoding, flag: 'wx' })
    // Service managers refuse what others could write, and read it as another user.
    chmodSync(draft, 0o644)
    renameSync(draft, path)
  } catch (error) {
    throw new Failure(exitCodes.fault, `${path} cannot be written.`, { why: messageOf(error) })
  }
}

/** Removes the file. Throws Failure where it is somebody else's. */
export function removeServiceFile(manager: ServiceManager): void {
  requireOurs(manager)
  rmSync(manager.path, { force: true })
}

/** Throws Failure where a file has the service's name and was not written by this command. */
export function requireOurs({ path, marker, encoding }: ServiceManager): void {
  if (!existsSync(path) || readFileSync(path, encoding).includes(marker)) return
  throw new Failure(exitCodes.usage, `${path} was not written by culvert.`, {
    why: 'A service of this name exists, and lacks the line that `culvert service install` writes.',
    wayOut: 'Look at it, and move it away if it is not needed.',
  })
}
