import { isForEdges } from '@culvert/schema/credentials'
import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
} from 'graphql'

/** What the reference shows; only here is anything left out of it. */
export interface PublicPart {
  queries: Operation[]
  mutations: Operation[]
  subscriptions: Operation[]
  /** All types except the roots, by name. */
  types: GraphQLNamedType[]
}

type Operation = GraphQLField<unknown, unknown>

/** Leaves out what only edges may run, and the types that only those operations use. */
export function findPublicPart(schema: GraphQLSchema): PublicPart {
  const queries = listOperations(schema.getQueryType())
  const mutations = listOperations(schema.getMutationType())
  const subscriptions = listOperations(schema.getSubscriptionType())

  const found = new Set<GraphQLNamedType>()
  const visit = (type: GraphQLNamedType) => {
    if (found.has(type)) return
    found.add(type)
    if (isObjectType(type)) visitFields(Object.values(type.getFields()))
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) visit(getNamedType(field.type))
  }
  const visitFields = (fields: readonly Operation[]) => {
    for (const { type, args } of fields) {
      visit(getNamedType(type))
      for (const argument of args) visit(getNamedType(argument.type))
    }
  }
  visitFields([...queries, ...mutations, ...subscriptions])
  const types = [...found].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return { queries, mutations, subscriptions, types }
}

function listOperations(root: GraphQLObjectType | null | undefined): Operation[] {
  const fields = Object.values(root?.getFields() ?? {})
  return fields.filter(({ astNode }) => !isForEdges(astNode))
}
