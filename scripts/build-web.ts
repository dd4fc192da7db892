/**
 * Builds the dashboard: `node scripts/build-web.ts [--if-stale]`.
 *
 * Stale is decided by content, not by date: a checkout or a copy changes dates, and a build takes seconds.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stampFile = join(root, 'web/dist/.sources')

/** Everything that decides what the build looks like. */
const sources = [
  'web/{src,public}/**/*',
  'web/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'package-lock.json',
]

function hashSources(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8')
  } catch {
    return undefined
  }
}

const stamp = hashSources()
if (!process.argv.includes('--if-stale') || readStamp() !== stamp) {
  process.stdout.write('Building the dashboard…\n')
  // The build's own report is kept back: on a start it would bury what the person has to read.
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', '@culvert/web', '--', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  writeFileSync(stampFile, stamp)
}
