import { Suspense } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './kit/icons.tsx';
import { LANGUAGES, language, languageFor } from './kit/language.ts';
import { chooseLanguage } from './kit/language-choice.ts';
import { useConnection } from './kit/live.ts';
import { can, organizationOf, whoIs } from './kit/me.ts';
import { nameWhatIsCut } from './kit/name-what-is-cut.ts';
import { Mark, PRODUCT } from './kit/product.tsx';
import { match, usePlace } from './kit/router.ts';
import { claims, signOut } from './kit/session.ts';
import { isDark, switchTheme } from './kit/theme.ts';
import { Button, EmptyState, Skeleton, Toasts } from './kit/ui.tsx';
import { m } from './messages.ts';
import { SCREENS, type Screen } from './screen-list.ts';
import { Search } from './search-box.tsx';

/** The frame around every screen: navigation, the signed-in user, and whether the data is live. */
export function Shell() {
  const { path } = usePlace();
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const sidebar = useRef<HTMLElement>(null);
  const allowed = SCREENS.filter(({ permission }) => permission === undefined || can(permission));
  const shown = allowed.find((screen) => match(screen.path, path));
  const isFirst = useRef(true);
  useEffect(() => {
    setOpen(false);
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
    main.current?.scrollTo(0, 0);
    sidebar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  useEffect(() => {
    document.title = shown?.nav ? `${shown.nav.label} · ${PRODUCT}` : PRODUCT;
  }, [shown]);
  return (
    <div class={`shell ${isOpen ? 'open' : ''}`}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {m.skip}
      </button>
      <header class="topbar">
        <button
          type="button"
          class="button ghost icon-only menu"
          aria-label={m.shell.menu}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <a class="brand" href="#/" aria-label={PRODUCT}>
          <Mark />
          <span>{PRODUCT}</span>
        </a>
        <span class="of">{organizationOf()?.name}</span>
        <Search screens={allowed} />
        <Connection />
        <ThemeButton />
        <UserMenu />
      </header>
      <nav ref={sidebar} class="sidebar" aria-label={m.shell.navigation}>
        {Object.entries(m.shell.groups).map(([group, label]) => {
          const screens = allowed.filter(({ nav }) => nav?.group === group);
          return screens.length === 0 ? null : (
            <div key={group}>
              <h2>{label}</h2>
              <ul>
                {screens.map((screen) => (
                  <li key={screen.path}>
                    <a
                      href={`#${screen.path}`}
                      aria-current={isUnder(shown?.within ?? path, screen) ? 'page' : undefined}
                    >
                      <Icon name={screen.nav?.icon ?? 'inbox'} />
                      {screen.nav?.label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <main ref={main} id="main" tabIndex={-1} onPointerOver={nameWhatIsCut}>
        <Suspense fallback={<Skeleton lines={8} />}>
          {shown ? (
            <shown.show key={shown.path} params={match(shown.path, path) ?? {}} />
          ) : (
            <EmptyState icon="alert" title={m.errors.page} text={m.errors.pageText} />
          )}
        </Suspense>
      </main>
      <Toasts />
    </div>
  );
}

function isUnder(path: string, screen: Screen): boolean {
  return path === screen.path || (screen.path !== '/' && path.startsWith(`${screen.path}/`));
}

function Connection() {
  const connection = useConnection();
  return (
    <span
      class={`connection ${connection}`}
      data-slow={typeof connection === 'number' ? '' : undefined}
      role="status"
    >
      {typeof connection === 'number' ? m.shell.every(connection) : m.shell[connection]}
    </span>
  );
}

function ThemeButton() {
  const [dark, setDark] = useState(isDark());
  return (
    <Button
      kind="ghost"
      icon={dark ? 'sun' : 'moon'}
      label={m.shell.theme}
      onClick={() => {
        switchTheme();
        setDark(isDark());
      }}
    />
  );
}

function UserMenu() {
  const name = String(claims().email ?? whoIs().actor.name);
  return (
    <details class="multi user">
      <summary>
        <span class="avatar" aria-hidden="true">
          {name.charAt(0).toUpperCase()}
        </span>
        <span class="user-name">{name}</span>
      </summary>
      <div>
        <div class="field">
          <label for="language">{m.shell.language}</label>
          <select
            id="language"
            value={language()}
            onChange={(event) => chooseLanguage(languageFor([event.currentTarget.value]))}
          >
            {LANGUAGES.map(([tag, name]) => (
              <option key={tag} value={tag} lang={tag}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Button icon="exit" onClick={signOut}>
          {m.signIn.signOut}
        </Button>
      </div>
    </details>
  );
}
