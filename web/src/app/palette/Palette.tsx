import { useQuery } from '@apollo/client/react'
import { Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActiveAccount } from '../../features/accounts/ActiveAccount.tsx'
import { formatNumber } from '../../ui/format.ts'
import { IconSearch } from '../../ui/icons.ts'
import { LostSince } from '../../ui/LostSince.tsx'
import { type Entry, findEntries, listAccounts, listActions, listPages, listThings, paletteQuery } from './entries.ts'
import classes from './Palette.module.css'

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events -- the combobox of the ARIA practices: the field keeps the focus and takes the keys */

interface PaletteProps {
  opened: boolean
  /** Counts the openings: each one starts empty, even while the last is still fading out. */
  openings: number
  onClose: () => void
}

/** Finds pages, items of the account, and actions by a few letters. */
export function Palette({ opened, openings, onClose }: PaletteProps) {
  // Opened only after it has mounted, so that the dialog knows where to return the focus.
  const mounted = useMounted()
  return (
    <Modal
      opened={mounted && opened}
      onClose={onClose}
      title={<VisuallyHidden>Find or do something</VisuallyHidden>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered={false}
      size="lg"
      padding={0}
      classNames={{ header: classes.header }}
    >
      <Finder key={openings} onDone={onClose} />
    </Modal>
  )
}

function Finder({ onDone }: { onDone: () => void }) {
  const { switchTo } = useActiveAccount()
  const navigate = useNavigate()
  const listId = useId()
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(0)
  const entries = useEntries()
  const found = useMemo(() => findEntries(entries, query), [entries, query])
  const current = Math.min(selected, found.length - 1)

  const run = ({ group, to }: Entry) => {
    onDone()
    if (group === 'Accounts') switchTo(to)
    else void navigate(to)
  }
  const select = (index: number) => {
    setSelected((index + found.length) % Math.max(1, found.length))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const entry = found[current]
    if (event.key === 'ArrowDown') select(current + 1)
    else if (event.key === 'ArrowUp') select(current - 1)
    else if (event.key === 'Enter' && entry) run(entry)
    else return
    event.preventDefault()
  }

  return (
    <>
      <TextInput
        data-autofocus
        size="lg"
        variant="unstyled"
        classNames={{ root: classes.search }}
        leftSection={<IconSearch size={19} aria-hidden />}
        placeholder="Find or do something"
        aria-label="Find or do something"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[current] && `${listId}-${current}`}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setSelected(0)
        }}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden component="output">{formatNumber(found.length, 'result')}</VisuallyHidden>
      <ul id={listId} className={classes.list} role="listbox" aria-label="Results">
        {found.map((entry, index) => (
          <Option
            key={entry.id}
            id={`${listId}-${index}`}
            entry={entry}
            selected={index === current}
            onRun={() => run(entry)}
          />
        ))}
      </ul>
      {found.length === 0 && <p className={classes.empty}>Nothing is called “{query}” here.</p>}
    </>
  )
}

function useEntries(): Entry[] {
  const { membership, memberships } = useActiveAccount()
  const { account } = membership
  const { data } = useQuery(paletteQuery, { variables: { accountId: account.id } })
  return useMemo(
    () => [
      ...(data ? listActions(data.account, account.viewerCanManageApiKeys) : []),
      ...listPages(account),
      ...(data ? listThings(data.account) : []),
      ...listAccounts(memberships, account.id),
    ],
    [data, account, memberships],
  )
}

interface OptionProps {
  id: string
  entry: Entry
  selected: boolean
  onRun: () => void
}

/** The search field keeps the focus and names the selected option. */
function Option({ id, entry: { group, label, detail, lostAt }, selected, onRun }: OptionProps) {
  return (
    <li
      ref={(option) => {
        if (selected) option?.scrollIntoView?.({ block: 'nearest' })
      }}
      id={id}
      className={classes.option}
      role="option"
      aria-selected={selected}
      onClick={onRun}
    >
      <span className={classes.label}>{label}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
      {lostAt && (
        <span className={classes.lost}>
          Reconnecting, <LostSince iso={lostAt} />
        </span>
      )}
      <span className={classes.group}>{group}</span>
    </li>
  )
}
