import type { IssuePriority, IssueType } from '../../graphql/generated/graphql.ts'
import { findOption, issueTypes, priorities } from './contact-options.ts'

/** The fields of the form. */
export interface IssueValues {
  type: IssueType
  title: string
  description: string
  priority: IssuePriority
  stepsToReproduce: string
  expectedBehavior: string
  actualBehavior: string
  environment: string
  version: string
  email: string
}

/** Returns the form as prefilled by an address: `/report-issue?type=bug&title=…`. */
export function prefillIssue(search: URLSearchParams): IssueValues {
  return {
    type: findOption(issueTypes, search.get('type'), 'bug'),
    title: search.get('title') ?? '',
    description: search.get('description') ?? '',
    priority: findOption(priorities, search.get('priority'), 'medium'),
    stepsToReproduce: '',
    expectedBehavior: '',
    actualBehavior: '',
    environment: search.get('environment') ?? '',
    version: search.get('version') ?? '',
    email: search.get('email') ?? '',
  }
}

/** Reports whether a type of issue has steps and an unexpected behaviour. */
export function hasBehavior(type: IssueType): boolean {
  return type === 'bug' || type === 'security'
}
