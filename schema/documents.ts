import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kind, type OperationTypeNode, parse, print, separateOperations } from 'graphql'

const root = join(import.meta.dirname, '..')

/** The files of the dashboard that contain its documents. */
export const dashboardDocuments = 'web/src/**/!(*.test).{ts,tsx}'

/** Matches a document in code. Its text is the first group. */
export const documentInCode = /\bgraphql\(\s*`([^`]*)`,?\s*\)/g

/** Returns the documents of a file: the whole file, or the `graphql(…)` in its code. */
export function readDocuments(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (path.endsWith('.graphql')) return text
  return Array.from(text.matchAll(documentInCode), ([, document]) => document).join('\n')
}

/** Returns the operations of one kind in the documents of the files that a pattern finds: the text of each with its fragments, by name. */
export function readOperations(pattern: string, kind: OperationTypeNode): Map<string, string> {
  const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/generated/**'] }).toSorted()
  const document = parse(files.map((file) => readDocuments(join(root, file))).join('\n'))
  const operations = Object.entries(separateOperations(document)).filter(([, { definitions }]) =>
    definitions.some((definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.operation === kind),
  )
  return new Map(operations.map(([name, operation]) => [name, print(operation)]))
}
