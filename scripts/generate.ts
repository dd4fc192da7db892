/**
 * Generates code from the schema and the documents: `node scripts/generate.ts [--if-stale]`.
 *
 * With --if-stale, only files that are not committed, if their sources have changed: any program that reads them calls this first.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CodegenConfig } from '@graphql-codegen/cli'
import config, { uncommitted } from '../codegen.ts'
import { readDocuments } from '../schema/documents.ts'
import { makeStale, root } from './stale.ts'

async function run(generates: CodegenConfig['generates']): Promise<void> {
  // It takes a second to load.
  const { generate } = await import('@graphql-codegen/cli')
  await generate({ ...config, generates, cwd: root, silent: true })
}

/** Of code, only its documents determine what is generated: other changes to it cost nothing. */
const readSource = (path: string) => (path.includes('/web/src/') ? readDocuments(path) : readFileSync(path, 'utf8'))

const ifStale = process.argv.includes('--if-stale')
for (const [output, section] of Object.entries(uncommitted)) {
  const sources = ['codegen.ts', 'package-lock.json', config.schema, ...section.documents]
  const artifact = { folder: dirname(`${output}_`), sources, read: readSource }
  await makeStale(artifact, () => run({ [output]: section }), { always: !ifStale })
}
if (!ifStale) {
  await run(config.generates)
  execFileSync('oxfmt', ['**/generated/**', '**/*.generated.ts'], { cwd: root, stdio: 'inherit' })
}
