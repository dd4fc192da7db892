import { getOperationAST, Kind, type DocumentNode, type OperationTypeNode } from 'graphql'
import { checkTexts } from '../ground/storable-text.ts'
import { countRows } from './cost/count-rows.ts'
import { schema } from './schema.ts'
import { coerceVariables } from './variables.ts'

/** An operation that a client asks for. */
export interface WantedOperation {
  /** Parsed and valid. */
  document: DocumentNode
  operationName: string | null | undefined
  variables: Record<string, unknown> | null | undefined
}

/** An operation that may run. */
export interface CheckedOperation {
  kind: OperationTypeNode
  /** How many rows it may touch. */
  rows: number
}

/**
 * Checks an operation before any of it runs, over HTTP and WebSocket alike. Throws BAD_USER_INPUT. Returns undefined when
 * the document does not say which operation is meant, which the executor refuses.
 */
export function checkOperation({ document, operationName, variables }: WantedOperation): CheckedOperation | undefined {
  const given = variables ?? {}
  checkTexts(document, given)
  const operation = getOperationAST(document, operationName)
  if (!operation) return undefined
  const coerced = coerceVariables(schema, operation.variableDefinitions ?? [], given)
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  return { kind: operation.operation, rows: countRows({ schema, operation, fragments, variables: coerced }) }
}
