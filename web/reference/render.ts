import { listKeyScopes } from '@culvert/schema/credentials'
import {
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  print,
} from 'graphql'
import { findPublicPart } from './public-part.ts'

/** Renders the public part of a schema as HTML: headings and definition lists, each name with an anchor. Everything else is escaped. */
export function renderReference(schema: GraphQLSchema): string {
  const { queries, mutations, subscriptions, types } = findPublicPart(schema)
  const shown = types.filter((type) => !isSpecifiedScalarType(type))
  return [
    renderOperations('Queries', 'Query', queries),
    renderOperations('Mutations', 'Mutation', mutations),
    renderOperations('Subscriptions', 'Subscription', subscriptions),
    renderTypes('Objects', shown.filter(isObjectType)),
    renderTypes('Inputs', shown.filter(isInputObjectType)),
    renderTypes('Enums', shown.filter(isEnumType)),
    renderTypes('Scalars', shown.filter(isScalarType)),
  ].join('\n')
}

type Field = GraphQLField<unknown, unknown>

function renderOperations(title: string, root: string, fields: readonly Field[]): string {
  const entries = fields
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((field) => {
      const id = `${root}.${field.name}`
      return `${renderHeading(id, field.name)}<p><code>${renderSignature(field)}</code></p>${renderFacts(id, field)}${renderArguments(field.args)}`
    })
  return renderGroup(
    title,
    entries,
    fields.map(({ name }) => ({ id: `${root}.${name}`, name })),
  )
}

function renderTypes(title: string, types: readonly GraphQLNamedType[]): string {
  const entries = types.map((type) => `${renderHeading(type.name, type.name)}${renderText(type)}${renderMembers(type)}`)
  return renderGroup(
    title,
    entries,
    types.map(({ name }) => ({ id: name, name })),
  )
}

function renderGroup(
  title: string,
  entries: readonly string[],
  names: readonly { id: string; name: string }[],
): string {
  const index = names
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ id, name }) => `<li><a href="#${id}">${name}</a></li>`)
  const links = `<nav aria-label="${title}"><ul>${index.join('')}</ul></nav>`
  return `<h2 id="${title.toLowerCase()}">${title}</h2>${links}${entries.join('\n')}`
}

const renderHeading = (id: string, name: string) => `<h3 id="${id}"><a href="#${id}">${name}</a></h3>`

function renderMembers(type: GraphQLNamedType): string {
  if (isEnumType(type)) return renderList(type.getValues().map((value) => renderValue(type.name, value)))
  if (isInputObjectType(type)) {
    return renderList(Object.values(type.getFields()).map((field) => renderInput(field, `${type.name}.${field.name}`)))
  }
  if (!isObjectType(type)) return ''
  return renderList(
    Object.values(type.getFields()).map((field) => {
      const id = `${type.name}.${field.name}`
      const term = `<a href="#${id}">${field.name}</a>: ${renderType(field.type)}`
      return renderEntry(id, term, `${renderFacts(id, field)}${renderArguments(field.args)}`)
    }),
  )
}

function renderValue(enumName: string, value: GraphQLEnumValue): string {
  const id = `${enumName}.${value.name}`
  return renderEntry(id, `<a href="#${id}">${value.name}</a>`, renderText(value) + renderDeprecation(value))
}

function renderInput(input: GraphQLInputField | GraphQLArgument, id?: string): string {
  const name = id === undefined ? input.name : `<a href="#${id}">${input.name}</a>`
  const preset = input.astNode?.defaultValue ? ` = ${escapeHtml(print(input.astNode.defaultValue))}` : ''
  return renderEntry(id, `${name}: ${renderType(input.type)}${preset}`, renderText(input) + renderDeprecation(input))
}

function renderArguments(args: readonly GraphQLArgument[]): string {
  return args.length === 0 ? '' : renderList(args.map((argument) => renderInput(argument)))
}

const renderList = (entries: readonly string[]) => `<dl>${entries.join('')}</dl>`

function renderEntry(id: string | undefined, term: string, text: string): string {
  return `<div${id === undefined ? '' : ` id="${id}"`}><dt><code>${term}</code></dt><dd>${text}</dd></div>`
}

/** Renders the description and the other facts about a field. */
function renderFacts(id: string, field: Field): string {
  const isNullOnlyWithError = field.astNode?.directives?.some(({ name }) => name.value === 'semanticNonNull')
  return [
    renderText(field),
    renderDeprecation(field),
    renderKeyScopes(id),
    isNullOnlyWithError ? '<p>Null only with an error.</p>' : '',
  ].join('')
}

/** Renders the scopes that an API key needs; nothing for operations that no key may run. */
function renderKeyScopes(id: string): string {
  const scopes = listKeyScopes(id)
  if (scopes.length > 0) return `<p>API key: ${scopes.map((scope) => `<code>${scope}</code>`).join(' or ')}.</p>`
  return id.startsWith('Account.') ? '<p>API key: none.</p>' : ''
}

function renderDeprecation({ deprecationReason }: { deprecationReason?: string | null }): string {
  return deprecationReason ? `<p><strong>Deprecated.</strong> ${renderInline(deprecationReason)}</p>` : ''
}

function renderText({ description }: { description?: string | null }): string {
  return (description ?? '')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${renderInline(paragraph)}</p>`)
    .join('')
}

const renderInline = (text: string) => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

function renderSignature({ name, args, type }: Field): string {
  const given = args.map((argument) => `${argument.name}: ${renderType(argument.type)}`).join(', ')
  return `${name}${given === '' ? '' : `(${given})`}: ${renderType(type)}`
}

function renderType(type: GraphQLType): string {
  if (isNonNullType(type)) return `${renderType(type.ofType)}!`
  if (isListType(type)) return `[${renderType(type.ofType)}]`
  return isSpecifiedScalarType(type) ? type.name : `<a href="#${type.name}">${type.name}</a>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}
