import { sdl } from '@culvert/schema'
import { edgeDirective, isForEdges } from '@culvert/schema/credentials'
import {
  type DefinitionNode,
  type GraphQLFieldConfig,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  parse,
  print,
} from 'graphql'
import { schema } from './schema.ts'

/**
 * The schema without the operations for edges, and without the types that only they have. The types and resolvers that stay are
 * those of `schema`, so that it costs a few kilobytes.
 */
export const publicSchema = makePublic(schema)

function makePublic(whole: GraphQLSchema): GraphQLSchema {
  const { directives, query, mutation, subscription, ...config } = whole.toConfig()
  return new GraphQLSchema({
    ...config,
    query: withoutEdges(query),
    mutation: withoutEdges(mutation),
    subscription: withoutEdges(subscription),
    directives: directives.filter(({ name }) => name !== edgeDirective),
    // What stays is what the operations reach.
    types: [],
  })
}

function withoutEdges(type: GraphQLObjectType | null | undefined): GraphQLObjectType | undefined {
  if (!type) return undefined
  const { fields, ...config } = type.toConfig()
  const kept = Object.entries(fields).filter(
    ([, { astNode }]: [string, GraphQLFieldConfig<unknown, unknown>]) => !isForEdges(astNode),
  )
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(kept) })
}

let printed: string | undefined

/** Returns the contract as everyone may read it: the text of `publicSchema`, with its descriptions and directives. */
export function getPublicSdl(): string {
  printed ??= print({ kind: Kind.DOCUMENT, definitions: parse(sdl).definitions.flatMap(toPublic) })
  return printed
}

function toPublic(node: DefinitionNode): DefinitionNode[] {
  if (node.kind === Kind.DIRECTIVE_DEFINITION) return node.name.value === edgeDirective ? [] : [node]
  if (!('name' in node) || !node.name || publicSchema.getType(node.name.value) === undefined) return []
  if (node.kind !== Kind.OBJECT_TYPE_EXTENSION || !node.fields) return [node]
  const fields = node.fields.filter((field) => !isForEdges(field))
  return fields.length === 0 ? [] : [{ ...node, fields }]
}
