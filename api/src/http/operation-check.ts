import { type DocumentNode, getOperationAST, type GraphQLSchema, Kind, type OperationTypeNode } from 'graphql'
import { checkTexts } from '../ground/storable-text.ts'
import type { Actor } from '../platform/access/actor.ts'
import { forEdges } from '../platform/access/authorize.ts'
import { countRows } from './cost/count-rows.ts'
import { schema } from './schema.ts'
import { boundLists, coerceVariables } from './variables.ts'
import { chooseSchema, readRoot } from './visible-schema.ts'

/** An operation that a client requests. */
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
  /** The schema that it runs on. */
  schema: GraphQLSchema
}

/**
 * Checks an operation before any of it runs, over HTTP and WebSocket alike. Throws BAD_USER_INPUT; FORBIDDEN instead if that would
 * describe an operation for edges to another client. Returns undefined when the document does not say which operation is meant,
 * which the executor refuses.
 */
export function checkOperation(
  actor: Actor,
  { document, operationName, variables }: WantedOperation,
): CheckedOperation | undefined {
  const given = variables ?? {}
  checkTexts(document, given)
  const operation = getOperationAST(document, operationName)
  if (!operation) return undefined
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  const root = readRoot(operation, fragments)
  const isHidden = root.isForEdges && actor.kind !== 'edge'
  if (isHidden && root.isIntrospection) throw forEdges()
  try {
    const coerced = coerceVariables(schema, operation.variableDefinitions ?? [], given)
    if (actor.kind !== 'edge') boundLists(coerced)
    const rows = countRows({ schema, operation, fragments, variables: coerced })
    return { kind: operation.operation, rows, schema: chooseSchema(actor, root) }
  } catch (error) {
    throw isHidden ? forEdges() : error
  }
}
