import {
  getArgumentValues,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { AppError } from '../../ground/errors.ts'
import { rowCosts, type RowCost } from './row-costs.ts'

/** How many fields an operation may select, with its fragments expanded. */
export const selectionsMax = 2_000

/** How many rows one operation may touch: twice those of the longest listing. */
export const operationRowsMax = 10_000

/** The count, and what is needed for it. */
export interface CountedOperation {
  schema: GraphQLSchema
  operation: OperationDefinitionNode
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Coerced. */
  variables: Record<string, unknown>
}

/**
 * Returns how many rows a valid operation may touch: for each list its rows times those of the lists around it, over all aliases
 * and fragments. Throws BAD_USER_INPUT above `operationRowsMax`, before anything runs.
 */
export function countRows(counted: CountedOperation): number {
  const rows = new RowCounter(counted).count()
  if (rows > operationRowsMax) throw tooManyRows(rows)
  return rows
}

function tooManyRows(rows: number): AppError {
  const [found, limit] = [rows, operationRowsMax].map((count) => count.toLocaleString('en-US'))
  return new AppError(
    'BAD_USER_INPUT',
    `This operation may touch ${found} rows, and one operation at most ${limit}. Ask for smaller pages, shorter ranges or fewer aliases, or send several operations.`,
  )
}

class RowCounter {
  readonly #counted: CountedOperation
  #selections = 0

  constructor(counted: CountedOperation) {
    this.#counted = counted
  }

  count(): number {
    const { schema, operation } = this.#counted
    const root = schema.getRootType(operation.operation)
    return root ? this.#countSelections(root, operation.selectionSet, 1) : 0
  }

  /** `pageRows` is the number of rows of a list without a count of its own: that of the page around it. */
  #countSelections(type: GraphQLObjectType, { selections }: SelectionSetNode, pageRows: number): number {
    let rows = 0
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) {
        const fragment =
          selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#counted.fragments.get(selection.name.value)
        if (fragment) rows += this.#countSelections(type, fragment.selectionSet, pageRows)
        continue
      }
      this.#selections += 1
      if (this.#selections > selectionsMax) {
        throw new AppError(
          'BAD_USER_INPUT',
          `This operation selects more than ${selectionsMax.toLocaleString('en-US')} fields, its fragments expanded. Select fewer, or send several operations.`,
        )
      }
      const field = this.#findField(type, selection.name.value)
      if (!field) continue
      const inner = getNamedType(field.type)
      const declared = rowsOf(findCost(this.#counted.schema, type, field), () =>
        getArgumentValues(field, selection, this.#counted.variables),
      )
      rows += declared
      if (!isObjectType(inner) || !selection.selectionSet) continue
      const isList = isListField(field.type)
      const within = this.#countSelections(inner, selection.selectionSet, isList ? 1 : declared)
      rows += within * (isList ? Math.max(1, declared || pageRows) : 1)
    }
    return rows
  }

  #findField(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> | undefined {
    if (type === this.#counted.schema.getQueryType()) {
      for (const meta of [SchemaMetaFieldDef, TypeMetaFieldDef]) if (name === meta.name) return meta
    }
    return type.getFields()[name]
  }
}

/** Reports whether a field's value is a list. */
export function isListField(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type)
}

function rowsOf(cost: RowCost, readArguments: () => Record<string, unknown>): number {
  if (typeof cost === 'number') return cost
  try {
    return Math.ceil(cost(readArguments()))
  } catch {
    // The argument is not valid: the executor refuses it, and nothing is read.
    return 0
  }
}

function findCost(schema: GraphQLSchema, { name }: GraphQLObjectType, field: GraphQLField<unknown, unknown>): RowCost {
  // Introspection: the average of the schema's own types.
  if (name.startsWith('__')) return isListField(field.type) ? (getAverages(schema)[`${name}.${field.name}`] ?? 1) : 0
  return rowCosts[`${name}.${field.name}`] ?? 0
}

const averages = new WeakMap<GraphQLSchema, Record<string, number>>()

function getAverages(schema: GraphQLSchema): Record<string, number> {
  const known = averages.get(schema)
  if (known) return known
  const types = Object.values(schema.getTypeMap())
  const fields = types.filter(isObjectType).reduce((sum, type) => sum + Object.keys(type.getFields()).length, 0)
  const made = { '__Schema.types': types.length, '__Type.fields': Math.ceil(fields / types.length) }
  averages.set(schema, made)
  return made
}
