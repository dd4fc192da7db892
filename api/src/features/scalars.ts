import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql'
import { GraphQLDateTime, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars'

/** A whole number from 0: nothing that Culvert counts is negative. */
const safeInt = new GraphQLScalarType<number, number>({
  ...GraphQLSafeInt.toConfig(),
  parseValue: (value) => checkNotNegative(GraphQLSafeInt.parseValue(value)),
  parseLiteral: (node: ValueNode) => checkNotNegative(GraphQLSafeInt.parseLiteral(node, {})),
})

/** A day stays text: turned into an instant, it would shift with the time zone. */
const date = new GraphQLScalarType({ ...GraphQLLocalDate.toConfig(), name: 'Date' })

export const scalars = { DateTime: GraphQLDateTime, Date: date, SafeInt: safeInt }

function checkNotNegative(value: string | number): number {
  if (typeof value !== 'number' || value < 0)
    throw new GraphQLError(`SafeInt cannot represent a negative value: ${value}`)
  return value
}
