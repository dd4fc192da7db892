import {
  coerceInputValue,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  typeFromAST,
  valueFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type VariableDefinitionNode,
} from 'graphql'
import { AppError } from '../ground/errors.ts'

/**
 * Coerces the variables of an operation. Throws BAD_USER_INPUT for the first that does not fit. The executor would
 * repeat the value, a password perhaps, and guess at names: this says where the fault is and what is expected there.
 */
export function coerceVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: Record<string, unknown>,
): Record<string, unknown> {
  const coerced: Record<string, unknown> = {}
  for (const definition of definitions) {
    const name = definition.variable.name.value
    const type = typeFromAST(schema, definition.type)
    if (!isInputType(type)) continue
    const value = given[name]
    if (!Object.hasOwn(given, name) || value === undefined) {
      if (definition.defaultValue) coerced[name] = valueFromAST(definition.defaultValue, type)
      else if (isNonNullType(type))
        throw misfit(`The variable "$${name}" is missing: ${expectationOf(type)} is required.`)
      continue
    }
    coerced[name] = value === null && !isNonNullType(type) ? null : coerce(name, type, value)
  }
  return coerced
}

function coerce(name: string, type: GraphQLInputType, given: unknown): unknown {
  return coerceInputValue(given, type, (path, value, { message }) => {
    const valuePath = [`$${name}`, ...path].join('.')
    // These two name what the client left out or sent, and hold no value.
    const [, missing] = /^Field "(\w+)" of required type/.exec(message) ?? []
    if (missing !== undefined)
      throw misfit(`The variable "${valuePath}" lacks the field "${missing}", which is required.`)
    const [, unknown] = /^Field "(\w+)" is not defined/.exec(message) ?? []
    if (unknown !== undefined)
      throw misfit(`The variable "${valuePath}" has a field "${unknown}", which its type does not have.`)
    const expected = expectationOf(typeAt(type, path))
    throw misfit(`The variable "${valuePath}" is ${value === null ? 'null' : 'not right'}: ${expected} is expected.`)
  })
}

/** Returns the type at a path into a value. */
function typeAt(type: GraphQLInputType, path: readonly (string | number)[]): GraphQLInputType {
  const bare = isNonNullType(type) ? type.ofType : type
  const [step, ...rest] = path
  if (step === undefined) return type
  if (isListType(bare)) return typeAt(bare.ofType, typeof step === 'number' ? rest : path)
  const field = isInputObjectType(bare) ? bare.getFields()[step] : undefined
  return field ? typeAt(field.type, rest) : type
}

/** The most entries of a list. A filter makes each a parameter of a statement, which has at most 65,535. */
const listEntriesMax = 1_000

/** Throws BAD_USER_INPUT if a list in coerced variables is too long. */
export function boundLists(variables: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(variables)) boundListsIn(`$${name}`, value)
}

function boundListsIn(path: string, value: unknown): void {
  if (Array.isArray(value) && value.length > listEntriesMax) {
    const [found, limit] = [value.length, listEntriesMax].map((count) => count.toLocaleString('en-US'))
    throw misfit(`The variable "${path}" has ${found} entries, and a list at most ${limit}. Send fewer.`)
  }
  if (typeof value !== 'object' || value === null) return
  for (const [key, each] of Object.entries(value)) boundListsIn(`${path}.${key}`, each)
}

const scalarForms: Partial<Record<string, string>> = {
  Boolean: 'true or false',
  Date: 'a day as YYYY-MM-DD',
  DateTime: 'an instant of the years 1 to 9999 such as 2026-11-21T09:30:00.000Z',
  Float: 'a number',
  ID: 'a text',
  Int: 'a whole number below 2^31',
  SafeInt: 'a whole number from 0 to 2^53 - 1',
  String: 'a text',
}

function expectationOf(type: GraphQLInputType): string {
  const bare = isNonNullType(type) ? type.ofType : type
  return isListType(bare) ? 'a list' : describeType(bare.name)
}

/** Describes the values of a type. */
export function describeType(name: string): string {
  return scalarForms[name] ?? `a value of the type ${name}`
}

function misfit(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message)
}
