import { badInput } from './errors.ts'

/** The requested page of a list; the first is 1. */
export interface PageQuery {
  page: number
  pageSize: number
}

export interface Page<Node> extends PageQuery {
  nodes: Node[]
  /** How many there are on all pages. */
  totalCount: number
  pageCount: number
}

const pageMax = 1_000_000

/** Validates which page is requested. */
export function checkPage({ page, pageSize }: PageQuery, pageSizeMax: number): void {
  if (page < 1 || page > pageMax) throw badInput('page', `page must be a number from 1 to ${pageMax}, not ${page}`)
  if (pageSize < 1 || pageSize > pageSizeMax) {
    throw badInput('pageSize', `pageSize must be a number from 1 to ${pageSizeMax}, not ${pageSize}`)
  }
}
