import { defaultFieldResolver, type GraphQLField, type GraphQLSchema, isObjectType, OperationTypeNode } from 'graphql'
import type { OperationContext } from '../context.ts'
import { nameCredential } from '../credential-name.ts'
import { isListField } from './count-rows.ts'
import { largeListRows } from './large-reads.ts'
import { type PacedList, paceRows } from './paced-list.ts'
import { rowCosts } from './row-costs.ts'

/** Makes every field check the operation's budget, and lists take their rows from it. */
export function boundFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    const isMutation = type === schema.getMutationType()
    for (const field of Object.values(type.getFields())) boundField(type.name, field, isMutation)
  }
  return schema
}

function boundField(typeName: string, field: GraphQLField<unknown, OperationContext>, isMutation: boolean): void {
  const cost = rowCosts[`${typeName}.${field.name}`]
  const isList = isListField(field.type)
  const { resolve } = field
  if (!resolve && !isList) return
  const read = resolve ?? defaultFieldResolver
  field.resolve = (source, args: Record<string, unknown>, context, info) => {
    // The result of a mutation is returned, however late.
    const budget = isMutation || info.operation.operation === OperationTypeNode.QUERY ? context.budget : undefined
    budget?.checkTime()
    const rows = typeof cost === 'function' ? cost(args) : (cost ?? 0)
    if (rows > largeListRows) {
      return context.largeReads.run(nameCredential(context), async () => {
        budget?.checkTime()
        return chargeRows(await read(source, args, context, info), context)
      })
    }
    const value: unknown = read(source, args, context, info)
    if (!isList) return value
    return value instanceof Promise
      ? value.then((list: unknown) => chargeRows(list, context).value)
      : chargeRows(value, context).value
  }
}

/** Takes the rows of a list from the operation's budget, and paces them. */
function chargeRows(value: unknown, { budget }: OperationContext): PacedList {
  if (!Array.isArray(value)) return { value, completed: Promise.resolve() }
  budget?.chargeRows(value.length)
  return paceRows(value)
}
