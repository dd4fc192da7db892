import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql'
import { GraphQLDateTime, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars'
import { isStorableInstant } from '../ground/clock.ts'

/** A whole number from 0: nothing that Culvert counts is negative. */
const safeInt = refine(GraphQLSafeInt, 'SafeInt', (value) => typeof value === 'number' && value >= 0)

/** An instant that both databases can keep. */
const dateTime = refine(GraphQLDateTime, 'DateTime', isStorableInstant)

/** A day stays text: turned into an instant, it would shift with the time zone. */
const date = refine(GraphQLLocalDate, 'Date', () => true)

export const scalars = { DateTime: dateTime, Date: date, SafeInt: safeInt }

/** Returns a scalar that accepts part of what another one does, and refuses values as GraphQL's own scalars do: with its name, and the node at fault. */
function refine<Value, Sent>(
  scalar: GraphQLScalarType<Value, Sent>,
  name: string,
  accepts: (value: Value) => boolean,
): GraphQLScalarType<Value, Sent> {
  const refuse = (nodes?: ValueNode) => new GraphQLError(`${name} cannot represent this value.`, { nodes })
  const check = (value: Value): Value => {
    if (!accepts(value)) throw refuse()
    return value
  }
  return new GraphQLScalarType<Value, Sent>({
    ...scalar.toConfig(),
    name,
    parseValue: (value) => check(scalar.parseValue(value)),
    parseLiteral: (node) => {
      try {
        return check(scalar.parseLiteral(node, {}))
      } catch {
        throw refuse(node)
      }
    },
  })
}
