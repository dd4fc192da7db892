import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Kind, type OperationTypeNode, parse, print, separateOperations } from 'graphql'

const root = join(import.meta.dirname, '..')

/** The operations of one kind in the project's documents that a pattern finds: the text of each with its fragments, by name. */
export function readOperations(pattern: string, kind: OperationTypeNode): Map<string, string> {
  const files = globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' }).toSorted()
  const document = parse(files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n'))
  const operations = Object.entries(separateOperations(document)).filter(([, { definitions }]) =>
    definitions.some((definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.operation === kind),
  )
  return new Map(operations.map(([name, operation]) => [name, print(operation)]))
}
