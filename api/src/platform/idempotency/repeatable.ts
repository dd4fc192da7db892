import { getNamedType, type GraphQLField, type GraphQLSchema, isInputObjectType } from 'graphql'
import type { RequestContext } from '../context.ts'
import { keyField } from './rules.ts'
import { runOnce } from './service.ts'

/** Reports whether a mutation may be repeated: its input has a field for the key. */
export function isRepeatable({ args }: GraphQLField<unknown, RequestContext>): boolean {
  return args.some(({ name, type }) => {
    const input = getNamedType(type)
    return name === 'input' && isInputObjectType(input) && input.getFields()[keyField] !== undefined
  })
}

/** Makes every mutation whose input has a field for a key one that is done once for each key, whichever feature adds it. */
export function makeRepeatable(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name: mutation, resolve } = field
    if (!resolve || !isRepeatable(field)) continue
    field.resolve = async (source, args: { input: Record<string, unknown> }, context: RequestContext, info) => {
      const { [keyField]: key, ...input } = args.input
      const run = async (inContext: RequestContext): Promise<unknown> =>
        await resolve(source, { ...args, input }, inContext, info)
      return typeof key === 'string' ? await runOnce(context, { mutation, key, input, run }) : await run(context)
    }
  }
  return schema
}
