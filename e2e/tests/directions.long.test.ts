import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectFolder } from '../src/processes.ts'

/** The rule that must be reported for a line in a file, or for the file's folder, that breaks the map of `directions.js`. */
const planted: [said: string, file: string, line: string][] = [
  ['no-circle', 'program/src/network.ts', "export * from './index.ts'"],
  ['no-circle', 'api/src/features/gateways/table.ts', "export type { Gateway } from './rules.ts'"],
  ['no-circle', 'web/src/features/subscriptions/billing-account.ts', "export { PlanGrid } from './PlanGrid.tsx'"],
  ['package-schema', 'schema/names.ts', "export * from '@culvert/program'"],
  ['package-wire', 'wire/src/errors.ts', "export * from '@culvert/schema/tokens'"],
  ['package-edge', 'edge/src/retry.ts', "export * from '@culvert/api'"],
  ['package-agent', 'agent/src/failure.ts', "export type * from '@culvert/edge'"],
  ['package-web', 'web/src/ui/spinner.ts', "export * from '@culvert/program'"],
  ['no-deep-import', 'edge/src/retry.ts', "export * from '../../wire/src/protocol.ts'"],
  ['order-api-ground', 'api/src/ground/days.ts', "export type { App } from '../platform/app.ts'"],
  ['order-api-platform', 'api/src/platform/mail/html.ts', "export * from '../../features/plans/limits.ts'"],
  ['order-api-features-plans', 'api/src/features/plans/limits.ts', "export type { User } from '../users/rules.ts'"],
  ['order-api-features-site', 'api/src/features/site/rules.ts', "export * from '../jobs.ts'"],
  ['order-api-http', 'api/src/http/body.ts', "export * from '../admin/text.ts'"],
  ['order-edge-pages', 'edge/src/pages/answer.ts', "export * from '../operations/metrics.ts'"],
  ['order-edge-addresses', 'edge/src/visitor.ts', "export * from './pages/errors.ts'"],
  ['order-agent-net', 'agent/src/net/loopback.ts', "export type { Tunnel } from '../tunnel/tunnel.ts'"],
  ['order-agent-tunnel', 'agent/src/tunnel/events.ts', "export * from '../config/folders.ts'"],
  ['order-web-ui', 'web/src/ui/spinner.ts', "export * from '../features/site/useSite.ts'"],
  ['order-web-features-site', 'web/src/features/site/useSite.ts', "export * from '../team/OwnMembership.tsx'"],
  ['repositories-are-private', 'api/src/features/team/service.ts', "export * from '../accounts/repository.ts'"],
  [
    'repositories-are-private-to-composition',
    'api/src/http/body.ts',
    "export * from '../features/plans/repository.ts'",
  ],
  ['wire-knows-no-sockets', 'wire/src/errors.ts', "export { connect } from 'node:net'"],
  ['sql-in-repositories', 'api/src/features/site/service.ts', "export const q = (db: Db) => db.selectFrom('plans')"],
  ['storage-by-one-door', 'web/src/ui/spinner.ts', "export const s = localStorage.getItem('s')"],
  ['not-in-order', 'api/src/features/coupons/rules.ts', ''],
  ['not-in-order', 'web/src/widgets/Widget.tsx', ''],
  ['not-in-order', 'edge/src/cache/cache.ts', ''],
  ['not-in-order', 'edge/src/cache.ts', ''],
  ['not-in-order', 'agent/src/cache/cache.ts', ''],
  ['hooks-in-tests', 'agent/src/testing/wait-until-stable.ts', 'afterEach(() => {})'],
  ['requests-by-one-door', 'agent/src/update/published.ts', "export { request } from 'node:http'"],
  ['transactions-by-change', 'api/src/features/site/service.ts', 'export const t = (db: Database) => db.transaction()'],
]

const run = promisify(execFile)

/** The program exits with 1 if it finds something. */
async function findBreaches(folder: string): Promise<string> {
  const { stdout } = await run(process.execPath, [join(projectFolder, 'scripts/directions.ts'), folder], {
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error)
  return stdout
}

describe('the map of imports', () => {
  let copy = ''
  let found = ''

  beforeAll(async () => {
    copy = mkdtempSync(join(tmpdir(), 'culvert-directions-'))
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
      cwd: projectFolder,
      encoding: 'utf8',
    })
    for (const file of files.split('\n').filter((path) => /\.(tsx?|js|json)$/.test(path))) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      cpSync(join(projectFolder, file), join(copy, file))
    }
    linkModules(copy)
    for (const [, file, line] of planted) {
      mkdirSync(dirname(join(copy, file)), { recursive: true })
      appendFileSync(join(copy, file), `\n${line}\n`)
    }
    found = await findBreaches(copy)
  }, 120_000)

  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it.each(planted)('catches a planted %s', (said, file) => {
    const locations = said === 'not-in-order' ? [`${file} is`, `${dirname(file)}/ is`] : [file]
    expect(
      found.split('\n').filter((line) => line.startsWith(said) && locations.some((place) => line.includes(place))),
    ).not.toEqual([])
  })

  it('is respected by the project', async () => {
    expect(await findBreaches(projectFolder)).toMatch(/^0 breaches of the map, in \d{4} files\.\n$/)
  })
})

/** The copy has the libraries of the project, and its own packages. */
function linkModules(copy: string): void {
  const [from, to] = [join(projectFolder, 'node_modules'), join(copy, 'node_modules')]
  mkdirSync(join(to, '@culvert'), { recursive: true })
  for (const name of readdirSync(from)) if (name !== '@culvert') symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@culvert'))) symlinkSync(join(copy, name), join(to, '@culvert', name))
}
