import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Home } from '#contract/home.ts'
import { codePattern } from '#domain/check-in-code.ts'
import { checkInMessages as text } from '#domain/text/check-in-messages.ts'
import { memberMessages } from '#domain/text/member-messages.ts'
import { AuthPage } from '#web/auth/auth-forms.tsx'
import authClasses from '#web/auth/auth-page.module.css'
import { MembersOnly } from '#web/auth/route-guards.tsx'
import digitClasses from '#web/components/code-digits.module.css'
import { CodeDigits } from '#web/components/code-digits.tsx'
import { Freshness } from '#web/components/connection-notes.tsx'
import { LoadError, SessionPending } from '#web/components/page-placeholders.tsx'
import { toProblem } from '#web/lib/request.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useHome } from '#web/queries/home.ts'
import { ActionButton } from '#web/ui/buttons.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page, SkeletonCard, Skeletons } from '#web/ui/page.tsx'
import { EmptyState } from '#web/ui/page-notes.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CheckInArea, checkInProblem, type GivenCode, useCheckIn } from './check-in-area.tsx'
import classes from './check-in-page.module.css'
import { useUsePass } from './use-pass-action.ts'

/**
 * Where members type the code, and where the QR code on an officer's screen leads, logged in or not. Opening it changes
 * nothing; the button does.
 */
export function CheckInPage() {
  const session = useSession()
  const { code } = useSearch({ from: '/check-in' })
  if (session.status === 'ready' && session.person === null && code !== undefined) return <Stranger code={code} />
  if (session.status !== 'ready') return <SessionPending session={session} />
  return (
    <MembersOnly>
      <OwnCheckIn />
    </MembersOnly>
  )
}

/** On an iPhone, the app on the home screen has a login of its own, and the camera opens the browser, which may have none. */
function Stranger({ code }: { code: string }) {
  const here = `${location.pathname}${location.search}`
  return (
    <AuthPage title={text.title} lead={text.strangerLead}>
      <div className={authClasses.form}>
        <CodeDigits code={code} />
        <Link to="/login" search={{ next: here }} className={authClasses.way}>
          {text.logIn}
        </Link>
      </div>
    </AuthPage>
  )
}

function OwnCheckIn() {
  const { query, home } = useHome()
  const problem = query.error && toProblem(query.error)
  if (problem && !home) return <LoadError problem={problem} retry={query.refetch} pending={query.isFetching} />
  return (
    <Page title={text.title} narrow>
      <div className={classes.page}>
        <Freshness query={query} />
        {home === null ? (
          <Skeletons label="Loading the practice">
            <SkeletonCard height={14} />
          </Skeletons>
        ) : home.live === null ? (
          <NoPractice />
        ) : (
          <LiveCheckIn home={home} live={home.live} />
        )}
      </div>
    </Page>
  )
}

/** Or the check-in that was refused because it has just ended. */
function NoPractice() {
  const checkIn = useCheckIn()
  const usePass = useUsePass()
  return (
    <Card>
      <EmptyState next={<HomeLink />}>{memberMessages.noActivePractice}</EmptyState>
      {checkInProblem({ live: null, checkIn, usePass })}
    </Card>
  )
}

function HomeLink() {
  return (
    <Link to="/home" className={classes.home}>
      {text.toHome}
    </Link>
  )
}

function LiveCheckIn({ home, live }: { home: Home; live: NonNullable<Home['live']> }) {
  const navigate = useNavigate()
  const checkIn = useCheckIn()
  const usePass = useUsePass()
  const given = useCode(live, checkIn)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  const open = live.checkInMode === 'code' && live.checkedInAt === null && checkIn.waitingUntil === null
  return (
    <Card className={classes.card}>
      <h2 className={classes.practice}>
        <bdi>{live.practice.title}</bdi>
      </h2>
      <CheckInArea
        {...{ home, live, checkIn, usePass }}
        {...(open && { readCode: given.read, field: given.field })}
        onDone={() => isHere.current && void navigate({ to: '/home', replace: true })}
      />
      {!given.isWrong && checkInProblem({ live, checkIn, usePass })}
      {live.checkedInAt !== null && <HomeLink />}
    </Card>
  )
}

/** The code of the link, or a field for one. */
function useCode({ practice }: NonNullable<Home['live']>, checkIn: ReturnType<typeof useCheckIn>) {
  const { code, step, practice: of } = useSearch({ from: '/check-in' })
  const scanned = code !== undefined && step !== undefined && of === practice.id ? { code, codeStep: step } : null
  const [isTyping, setTyping] = useState(scanned === null)
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isWrong = checkIn.problem?.reason === 'code-wrong'
  if (isWrong && !isTyping) setTyping(true)

  // Later than the page's heading, which takes the focus when the page opens.
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(() => input.current?.select())
    return () => clearTimeout(timer)
  }, [isTyping])
  useEffect(() => {
    if (isWrong) input.current?.select()
  }, [isWrong])

  function read(): GivenCode | null {
    if (!isTyping && scanned !== null) return scanned
    const digits = typed.normalize('NFKC').replace(/\D/g, '')
    if (codePattern.test(digits)) return { code: digits }
    setMissing(true)
    input.current?.focus()
    return null
  }

  const error = isMissing ? text.codeIncomplete : isWrong ? checkIn.problem?.message : undefined
  const field =
    !isTyping && scanned !== null ? (
      <div className={classes.scanned}>
        <CodeDigits code={scanned.code} />
        <ActionButton tone="quiet" onClick={() => setTyping(true)}>
          {text.otherCode}
        </ActionButton>
      </div>
    ) : (
      <TextField
        ref={input}
        className={`${digitClasses.typed} ${classes.code}`}
        label={text.code}
        description={text.codeHelp}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="go"
        maxLength={12}
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setMissing(false)
          if (isWrong) checkIn.clear()
        }}
      />
    )
  return { read, field, isWrong }
}
