import Sequencer from '@jest/test-sequencer'

const isWholeSystem = ({ context }) => context.config.displayName.name === 'e2e'

/**
 * Starts the tests of the whole system first. Jest knows from its cache which files take long; a fresh checkout has none, and
 * there Jest takes the largest files first, while these are the small ones that take half a minute each: the last of them
 * would run alone, with the other cores idle.
 */
export default class WholeSystemFirst extends Sequencer {
  sort(tests) {
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's order of test files, no array's
    const sorted = super.sort(tests)
    return [...sorted.filter(isWholeSystem), ...sorted.filter((test) => !isWholeSystem(test))]
  }
}
