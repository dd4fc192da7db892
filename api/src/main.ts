import '@culvert/program/production'
import { messageOf, readEnvironment, waitForStop } from '@culvert/program'
import { loadApiConfig } from './ground/config.ts'
import { startApi } from './start.ts'

/** Runs the API alone, as in production; `npm start` at the root runs everything in one process. */
async function main(): Promise<void> {
  const stopped = waitForStop()
  const api = await startApi(loadApiConfig(readEnvironment()))
  process.stdout.write(`The API listens on ${api.url}\n`)
  if (api.outboxUrl) process.stdout.write(`Mails stay in the outbox: ${api.outboxUrl} (set SMTP_URL to send them)\n`)
  await stopped
  await api.close()
  process.exit(0)
}

function fail(error: unknown): void {
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
}

/** Describes an error: a fault of the environment by its message, a fault of the program itself by its stack. */
function describe(error: unknown): string {
  const isOwnFault = [TypeError, ReferenceError, SyntaxError, RangeError].some((kind) => error instanceof kind)
  return isOwnFault && error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
}

main().catch(fail)
