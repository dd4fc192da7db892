/** Stores the checkout as a release that later versions are tested against: `npm run release:keep`. */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'
import manifest from '../../../package.json' with { type: 'json' }
import { projectFolder } from '../processes.ts'
import { agentFile, edgeFile, releasedFolder } from './releases.ts'

const { version } = manifest
const folder = join(releasedFolder, version)
mkdirSync(folder, { recursive: true })
copyFileSync(join(projectFolder, `agent/dist/culvert-agent-${version}.tgz`), join(folder, agentFile))
await keepEdge(join(folder, edgeFile))
for (const file of [agentFile, edgeFile]) {
  const { size } = statSync(join(folder, file))
  process.stdout.write(`${join(folder, file)}: ${Math.ceil(size / 1024)} KiB\n`)
}

/** Packs the edge as one script with everything that it needs. It runs as one process, because further ones would need separate scripts. */
async function keepEdge(file: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'culvert-keep-'))
  try {
    await build({
      input: join(projectFolder, 'edge/src/main.ts'),
      platform: 'node',
      external: ['bufferutil', 'utf-8-validate'],
      output: { file: join(work, 'edge.js'), format: 'esm', minify: true, codeSplitting: false },
    })
    writeFileSync(join(work, 'package.json'), `${JSON.stringify({ name: 'edge', version, type: 'module' })}\n`)
    // The bytes are identical each time the same release is stored.
    const fixed = [
      '--sort=name',
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mtime=2000-01-01',
      '--use-compress-program=gzip -9n',
    ]
    execFileSync('tar', [...fixed, '-C', work, '-cf', file, 'edge.js', 'package.json'])
  } finally {
    rmSync(work, { recursive: true })
  }
}
