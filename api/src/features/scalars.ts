import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql'
import { GraphQLDateTime, GraphQLLocalDate, GraphQLSafeInt } from 'graphql-scalars'
import { isStorableInstant } from '../ground/clock.ts'

/** A whole number from 0: nothing that Culvert counts is negative. */
const safeInt = new GraphQLScalarType<number, number>({
  ...GraphQLSafeInt.toConfig(),
  parseValue: (value) => checkNotNegative(GraphQLSafeInt.parseValue(value)),
  parseLiteral: (node: ValueNode) => checkNotNegative(GraphQLSafeInt.parseLiteral(node, {})),
})

/** An instant that both databases can keep. */
const dateTime = new GraphQLScalarType<Date, Date>({
  ...GraphQLDateTime.toConfig(),
  parseValue: (value) => checkStorable(GraphQLDateTime.parseValue(value)),
  parseLiteral: (node) => checkStorable(GraphQLDateTime.parseLiteral(node, {})),
})

/** A day stays text: turned into an instant, it would shift with the time zone. */
const date = new GraphQLScalarType({ ...GraphQLLocalDate.toConfig(), name: 'Date' })

export const scalars = { DateTime: dateTime, Date: date, SafeInt: safeInt }

function checkStorable(instant: Date): Date {
  if (!isStorableInstant(instant))
    throw new GraphQLError('DateTime cannot represent an instant outside the years 1 to 9999.')
  return instant
}

function checkNotNegative(value: string | number): number {
  if (typeof value !== 'number' || value < 0)
    throw new GraphQLError(`SafeInt cannot represent a negative value: ${value}`)
  return value
}
