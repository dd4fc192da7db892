import { sdl } from '@culvert/schema'
import { buildSchema, execute, extendSchema, parse, validate } from 'graphql'
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema, Source } from 'graphql'

/** A reason that only a newer API has. */
export const newerReason = 'FROM_A_NEWER_API'

/** The schema of the API, with a value of a newer one. All tests share it, because reading the SDL takes longer than most of them. */
export const schema = extendSchema(buildSchema(sdl), parse(`extend enum TunnelEndReason { ${newerReason} }`))

const documents = new Map<string, DocumentNode>()
const problems = new WeakMap<DocumentNode, readonly GraphQLError[]>()

/** Parses an operation; each text only once, because edges send the same few thousands of times. */
export function parseOnce(source: string | Source): DocumentNode {
  const text = typeof source === 'string' ? source : source.body
  const document = documents.get(text) ?? parse(text)
  documents.set(text, document)
  return document
}

/** Validates an operation that `parseOnce` has parsed, once. */
export function validateOnce(against: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const errors = problems.get(document) ?? validate(against, document)
  problems.set(document, errors)
  return errors
}

/** Answers a query or a mutation. */
export async function answerOperation(
  query: string,
  variableValues: Record<string, unknown>,
  rootValue: unknown,
): Promise<ExecutionResult> {
  const document = parseOnce(query)
  const errors = validateOnce(schema, document)
  return errors.length > 0 ? { errors } : await execute({ schema, document, variableValues, rootValue })
}
