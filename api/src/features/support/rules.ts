import type { Selectable } from 'kysely'
import type {
  ContactFormInput,
  ContactRequestStatus,
  IssueFormInput,
  SendContactRequestInput,
} from '../../generated/schema.ts'
import { parseEmail } from '../../ground/email-address.ts'
import { AppError, badInput, conflict } from '../../ground/errors.ts'
import type { ContactRequestTable, FormData } from './table.ts'

/** A message to the operator. */
export type ContactRequest = Selectable<ContactRequestTable>

/** The facts that the server adds to a message. */
interface Arrival {
  userAgent: string | null
  now: Date
}

/** Validates a message: a type, and the form that belongs to it. */
export function parseContactRequest(
  { type, page, source, contact, issue }: SendContactRequestInput,
  arrival: Arrival,
): Pick<ContactRequest, 'type' | 'page' | 'source' | 'formData'> {
  const formData =
    type === 'contact' && contact && !issue
      ? parseContactForm(contact, arrival)
      : type === 'issue' && issue && !contact
        ? parseIssueForm(issue, arrival)
        : undefined
  if (!type || !formData) throw badInput(type ? type : 'type', 'Type and form_data are required fields')
  return {
    type,
    page: parseOptional('page', 'Page', page, pathLengthMax) ?? null,
    source: parseOptional('source', 'Source', source, lineLengthMax) ?? null,
    formData,
  }
}

const nameLengthMax = 100

const lineLengthMax = 200

const textLengthMax = 10_000

const environmentLengthMax = 500

const versionLengthMax = 50

const pathLengthMax = 2_000

const userAgentLengthMax = 512

function parseContactForm(form: ContactFormInput, arrival: Arrival): FormData {
  return dropMissing({
    name: parseRequired('name', 'Name', form.name, nameLengthMax),
    email: parseEmail(form.email),
    subject: parseRequired('subject', 'Subject', form.subject, lineLengthMax),
    category: form.category,
    message: parseRequired('message', 'Message', form.message, textLengthMax),
    ...describeArrival(form, arrival),
  })
}

function parseIssueForm(form: IssueFormInput, arrival: Arrival): FormData {
  const text = (field: string, label: string, value: string | null | undefined) =>
    parseOptional(field, label, value, textLengthMax)
  return dropMissing({
    title: parseRequired('title', 'Title', form.title, lineLengthMax),
    type: form.type,
    priority: form.priority,
    description: parseRequired('description', 'Description', form.description, textLengthMax),
    stepsToReproduce: text('stepsToReproduce', 'Steps to reproduce', form.stepsToReproduce),
    expectedBehavior: text('expectedBehavior', 'Expected behavior', form.expectedBehavior),
    actualBehavior: text('actualBehavior', 'Actual behavior', form.actualBehavior),
    environment: parseOptional('environment', 'Environment', form.environment, environmentLengthMax),
    version: parseOptional('version', 'Version', form.version, versionLengthMax),
    email: parseEmail(form.email),
    ...describeArrival(form, arrival),
    url: parseOptional('url', 'Address of the page', form.url, pathLengthMax),
  })
}

/** The browser's user agent, if it sent one. Nobody typed it, so it is cut off rather than refused. */
function describeArrival(
  { userAgent, timestamp }: Pick<ContactFormInput, 'userAgent' | 'timestamp'>,
  arrival: Arrival,
): { userAgent: string | undefined; timestamp: string } {
  return {
    userAgent: (userAgent ?? arrival.userAgent ?? '').trim().slice(0, userAgentLengthMax) || undefined,
    timestamp: (timestamp ?? arrival.now).toISOString(),
  }
}

function dropMissing(fields: Record<string, string | undefined>): FormData {
  const given: FormData = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) given[name] = value
  return given
}

function parseRequired(field: string, label: string, text: string, lengthMax: number): string {
  const value = parseOptional(field, label, text, lengthMax)
  if (value === undefined) throw badInput(field, `${label} is required`)
  return value
}

/** Parses an optional text; undefined for white space only. */
function parseOptional(
  field: string,
  label: string,
  text: string | null | undefined,
  lengthMax: number,
): string | undefined {
  const value = text?.trim()
  if (!value) return undefined
  if (value.length > lengthMax) throw badInput(field, `${label} must be at most ${lengthMax} characters long`)
  // PostgreSQL cannot store NUL in text.
  if (value.includes('\0')) throw badInput(field, `${label} must not have a NUL character`)
  return value
}

/** Returns the title of a message. */
export function titleOf({ formData }: Pick<ContactRequest, 'formData'>): string {
  return formData.subject ?? formData.title ?? ''
}

/** Refuses to set the status that a message has already. */
export function statusUnchanged(status: ContactRequestStatus): AppError {
  return conflict(`The contact request is ${status} already.`)
}

/** Returns the answer to a fault of our own, which is logged. */
export function notSaved(fault: unknown): AppError {
  return new AppError('INTERNAL', 'An unexpected error occurred while saving the request', { internal: fault })
}

/** Returns the answer while the database is unavailable. */
export function databaseAway(fault: unknown): AppError {
  const message = 'Database error: it cannot be reached at the moment. Please try again in a minute.'
  return new AppError('UNAVAILABLE', message, { internal: fault })
}
