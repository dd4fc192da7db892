/**
 * Builds what an installation serves to browsers and terminals: `node scripts/build.ts [--if-stale]`.
 *
 * Stale is decided by content, not by date: a checkout or a copy changes dates, and a build takes seconds.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Build {
  /** What is built, for whoever waits. */
  name: string
  workspace: string
  /** Where the workspace's `build` script puts what it builds. */
  folder: string
  /** Everything that decides what the build looks like. */
  sources: string[]
}

const root = join(import.meta.dirname, '..')

const builds: Build[] = [
  {
    name: 'dashboard',
    workspace: '@culvert/web',
    folder: 'web/dist',
    sources: [
      'web/{src,public}/**/*',
      'web/{index.html,package.json,tsconfig.json,vite.config.ts,chunks.ts,precompress.ts}',
      'docs/**/*.md',
      'agent/README.md',
      'package-lock.json',
    ],
  },
  {
    name: 'agent package',
    workspace: 'culvert',
    folder: 'agent/dist',
    sources: [
      '{agent,wire,control-client,program}/{src/**/*.ts,package.json}',
      'agent/{README.md,build.ts}',
      'schema/tokens.ts',
      'package.json',
      'package-lock.json',
    ],
  },
]

function hashSources(sources: string[]): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: root }).toSorted()) {
    const path = join(root, file)
    if (statSync(path).isFile()) hash.update(file).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function readStamp(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

for (const { name, workspace, folder, sources } of builds) {
  const stampFile = join(root, folder, '.sources')
  const stamp = hashSources(sources)
  if (process.argv.includes('--if-stale') && readStamp(stampFile) === stamp) continue
  process.stdout.write(`Building the ${name}…\n`)
  execFileSync('npm', ['run', '--silent', 'build', '--workspace', workspace], { cwd: root, stdio: 'inherit' })
  writeFileSync(stampFile, stamp)
}
