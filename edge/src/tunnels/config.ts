import { totalmem } from 'node:os'
import type { ReadSetting } from '../read-setting.ts'

const mebibyte = 1024 * 1024
const megabytesMax = 1024 * 1024

/** Reads how many bytes all sessions of an edge may keep together; undefined where the setting is at fault. */
export function readKeptBytesMax(read: ReadSetting): number | undefined {
  return read('EDGE_KEPT_MEGABYTES', defaultMegabytes(), parseMegabytes)
}

/** A quarter of what the machine has, or the container. */
function defaultMegabytes(): string {
  const containerBytes = process.constrainedMemory()
  const bytes = containerBytes > 0 ? Math.min(containerBytes, totalmem()) : totalmem()
  return String(Math.max(64, Math.floor(bytes / 4 / mebibyte)))
}

function parseMegabytes(text: string): number {
  const megabytes = Number(text)
  if (!/^\d+$/.test(text) || megabytes < 1 || megabytes > megabytesMax)
    throw new Error(`expected a whole number of MiB from 1 to ${megabytesMax}, found "${text}".`)
  return megabytes * mebibyte
}
