import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailPath, useContents } from '../shared/client/queries.ts';
import { servicePage } from '../shared/links.ts';
import { LogoMark } from './logo-mark.tsx';
import { socialIcons } from './social-icons.tsx';

const link = 'rounded-small py-s1 text-muted transition-quick hover:text-text';

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title} className="flex min-w-0 flex-col gap-s1">
      <h2 className="mb-s2 font-semibold">{title}</h2>
      {children}
    </nav>
  );
}

function ContentLinks({ contents }: { contents: readonly { id: string; title: string }[] }) {
  return contents.map((content) => (
    <Link key={content.id} to={detailPath(content)} className={link}>
      {content.title}
    </Link>
  ));
}

/**
 * The foot of the desktop layout. Company, policy and other come from the server's list of contents; where that has a page
 * about support, it leads to the chat.
 */
export function Footer() {
  const { t } = useTranslation();
  const { data } = useContents();
  const contents = data ?? [];
  const ofType = (type: number) => contents.filter((content) => content.type === type);
  const policies = ofType(2);
  return (
    <footer className="mt-s8 border-t border-line bg-surface-1">
      <div className="mx-auto grid w-full max-w-[calc(var(--content-width)+2*var(--side))] grid-cols-2 gap-s6 px-side py-s7 wide:grid-cols-[minmax(0,2fr)_repeat(4,minmax(min-content,1fr))]">
        <div className="col-span-2 flex flex-col items-start gap-s4 wide:col-span-1">
          <LogoMark />
          <p className="max-w-[3.2rem] text-muted">{t('footer.promise')}</p>
          <ul className="flex gap-s2">
            {socialIcons.map(({ name, icon }) => (
              <li key={name}>
                <a
                  href={servicePage}
                  target="_blank"
                  rel="noopener"
                  aria-label={`${t('nav.service')} (${t('action.opensNewWindow')})`}
                  title={t('nav.service')}
                  className="inline-flex size-control items-center justify-center rounded-middle border border-line text-muted transition-quick hover:border-line-strong hover:text-text"
                >
                  {icon}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <Group title={t('footer.product')}>
          <Link to="/market" className={link}>
            {t('footer.marketList')}
          </Link>
          <Link to="/trading" className={link}>
            {t('footer.smartTrading')}
          </Link>
        </Group>
        <Group title={t('footer.company')}>
          <Link to="/introduction" className={link}>
            {t('footer.about')}
          </Link>
          <ContentLinks contents={ofType(1)} />
        </Group>
        {/* What is on its way has its place: the others do not move when it comes. */}
        {data !== undefined && policies.length === 0 ? null : (
          <Group title={t('footer.policy')}>
            <ContentLinks contents={policies} />
          </Group>
        )}
        <Group title={t('footer.other')}>
          <Link to="/help" className={link}>
            {t('footer.help')}
          </Link>
          <ContentLinks contents={ofType(3)} />
          {contents.some(({ slug }) => slug === 'online-support') ? null : (
            <a href={servicePage} target="_blank" rel="noopener" className={link}>
              {t('nav.service')}
            </a>
          )}
        </Group>
      </div>
      <div className="border-t border-line">
        <div className="mx-auto flex w-full max-w-[calc(var(--content-width)+2*var(--side))] flex-wrap justify-between gap-x-s6 gap-y-s2 px-side py-s4 text-caption text-muted">
          <p>{t('footer.risk')}</p>
          <p>{t('footer.copyright')}</p>
        </div>
      </div>
    </footer>
  );
}
