import { formatCount } from '@culvert/schema/units'
import type { CertificateCounts } from '../../features/certificates/operator.ts'

/** A finding about one requirement of an installation. */
export interface Finding {
  /** The subject of the check, such as `dashboard` or the name of a host. */
  about: string
  state: 'OK' | 'WARNING' | 'FAILED'
  message: string
  /** What to do about it; null if there is nothing to do. */
  fix: string | null
}

/** Something that works. */
export const fine = (about: string, message: string): Finding => ({ about, state: 'OK', message, fix: null })

/** Something that works, but not as an operator would want it. */
export const warning = (about: string, message: string, fix: string): Finding => ({
  about,
  state: 'WARNING',
  message,
  fix,
})

/** Something that is missing. */
export const failed = (about: string, message: string, fix: string): Finding => ({
  about,
  state: 'FAILED',
  message,
  fix,
})

/** If two clocks differ by more than this, codes and tokens are occasionally refused; milliseconds. */
const clockDriftMsMax = 2_000

/** Compares this machine's clock with that of the database. */
export function describeClock(differenceMs: number, database: string): Finding {
  const difference = `${(Math.abs(differenceMs) / 1_000).toFixed(1)} s`
  if (Math.abs(differenceMs) <= clockDriftMsMax)
    return fine('clock', `This machine's clock is within ${difference} of that of ${database}.`)
  return failed(
    'clock',
    `This machine's clock is ${difference} ${differenceMs > 0 ? 'ahead of' : 'behind'} that of ${database}.`,
    'Tokens depend on the clock: synchronize both machines, with chrony or systemd-timesyncd.',
  )
}

const gibibyte = 1024 ** 3

/** Judges the space that is left for the embedded database. */
export function describeDiskSpace(freeBytes: number, folder: string): Finding {
  const left = `${(freeBytes / gibibyte).toFixed(1)} GiB`
  if (freeBytes >= gibibyte) return fine('disk', `${left} are left for the database in ${folder}.`)
  return warning(
    'disk',
    `${left} are left for the database in ${folder}.`,
    'It refuses writes below 64 MiB: make room, or set CULVERT_DATA to a folder on another disk.',
  )
}

const dayMs = 24 * 60 * 60 * 1_000

/** Judges when a certificate ends. */
export function describeCertificate(host: string, endsAt: Date, now: Date): Finding {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / dayMs)
  const message = `The certificate of ${host} is valid until ${endsAt.toISOString().slice(0, 10)} (${formatCount(days, 'day')}).`
  if (days >= 14) return fine(host, message)
  return warning(host, message, 'Renew it; visitors and agents are refused once it has expired.')
}

/** Judges the certificates that are ordered here by how many of them are served, and by those whose last attempt failed. */
export function describeCertificates({ served, waiting, failing }: CertificateCounts, authority: string): Finding[] {
  const count = `${served} ${served === 1 ? 'certificate of' : 'certificates of'} ${authority} ${served === 1 ? 'is' : 'are'} served`
  if (failing.length === 0) {
    return [fine('certificates', waiting === 0 ? `${count}.` : `${count}, ${waiting} on the way.`)]
  }
  return failing.map(({ name, lastError, stage }) => {
    const message = lastError ?? `The certificate of ${name} could not be ordered.`
    const fix = `Then \`certificates retry ${name}\`.`
    return stage === 'served' ? warning(name, message, fix) : failed(name, message, fix)
  })
}

/** Judges the edges by how many of them report. */
export function describeEdges(reporting: number): Finding {
  if (reporting > 0) return fine('edges', `${reporting} ${reporting === 1 ? 'edge reports' : 'edges report'}.`)
  return failed(
    'edges',
    'No edge has reported within the last 30 seconds.',
    'Start one. One that runs needs this API at CULVERT_API_URL, and the same EDGE_SECRET.',
  )
}
