import { getNamedType, isLeafType, isObjectType, type GraphQLField, type GraphQLObjectType } from 'graphql'
import { schema } from '../../features/schema.ts'

export type Field = GraphQLField<unknown, unknown>

/** Selects every field of a type down to its leaves, except where a type recurs below itself. */
export function selectAll(
  type: GraphQLObjectType,
  toArguments: (field: Field) => string,
  above: readonly GraphQLObjectType[] = [],
): string {
  const path = [...above, type]
  return Object.values(type.getFields())
    .map((field) => {
      const of = getNamedType(field.type)
      if (isLeafType(of)) return `${field.name}${toArguments(field)}`
      if (!isObjectType(of)) throw new Error(`${type.name}.${field.name} is no object: select it here by its kind.`)
      // Edges have the same rows as `nodes`.
      if ('cursor' in of.getFields()) return `${field.name} { cursor }`
      return path.includes(of) ? '' : `${field.name}${toArguments(field)} { ${selectAll(of, toArguments, path)} }`
    })
    .join(' ')
}

export function getFields(type: string): Record<string, Field> {
  return getType(type).getFields()
}

/** Returns an object type of the schema. */
export function getType(name: string): GraphQLObjectType {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`The schema has no type "${name}".`)
  return type
}
