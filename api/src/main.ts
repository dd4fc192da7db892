import { waitForStop } from '@culvert/program'
import { ConfigError, loadApiConfig } from './config.ts'
import { startApi } from './start.ts'

/** Runs the API alone, as in production; `npm start` at the root runs everything in one process. */
async function main(): Promise<void> {
  const stopped = waitForStop()
  const api = await startApi(loadApiConfig(process.env))
  process.stdout.write(`The API listens on ${api.url}\n`)
  if (api.outboxUrl) process.stdout.write(`Mails stay in the outbox: ${api.outboxUrl} (set SMTP_URL to send them)\n`)
  await stopped
  await api.close()
  process.exit(0)
}

function fail(error: unknown): void {
  const text =
    error instanceof ConfigError || !(error instanceof Error) ? String(error) : (error.stack ?? error.message)
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

main().catch(fail)
