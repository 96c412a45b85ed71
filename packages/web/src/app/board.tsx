import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useBoard, useSession } from '../shared/session.ts';
import { Button } from '../ui/button.tsx';
import { LogoMark } from './logo-mark.tsx';

/** What a phone shows first in a browser session, until dismissed. */
export function Board() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const dismiss = useBoard((board) => board.dismiss);
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const leave = (to: string) => {
    dismiss();
    void navigate(to);
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby="board-title"
      onCancel={() => leave('/')}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto bg-surface-0 p-0 text-text"
    >
      <div className="flex min-h-full flex-col gap-s5 px-side pt-[calc(var(--step-6)+env(safe-area-inset-top))] pb-[calc(var(--step-6)+env(safe-area-inset-bottom))]">
        <LogoMark />
        <svg aria-hidden viewBox="0 0 340 220" className="my-auto max-h-[38dvh] w-full" fill="none">
          <g stroke="var(--line)">
            <path d="M0 40h340M0 90h340M0 140h340M0 190h340" />
          </g>
          <path d="M0 168 38 150 72 160 108 118 142 130 178 92 214 104 252 62 288 74 340 30V220H0Z" fill="var(--accent-soft)" />
          <path
            d="M0 168 38 150 72 160 108 118 142 130 178 92 214 104 252 62 288 74 340 30"
            stroke="var(--accent)"
            strokeWidth="2.5"
            strokeLinejoin="round"
          />
          <circle cx="252" cy="62" r="5" fill="var(--surface-0)" stroke="var(--accent)" strokeWidth="2.5" />
          <rect x="206" y="8" width="92" height="34" rx="8" fill="var(--surface-2)" stroke="var(--line)" />
          <path d="M218 21h44M218 30h28" stroke="var(--text-muted)" strokeWidth="3" strokeLinecap="round" />
          <path d="m276 25 4 4 8-9" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
        <div className="flex flex-col gap-s3">
          <h1 id="board-title" className="text-hero font-semibold tracking-[-0.02em] text-balance">
            {t('board.title')}
          </h1>
          <p className="text-muted">{t('board.text')}</p>
          <ul className="mt-s2 flex flex-col gap-s3">
            {(['board.point1', 'board.point2', 'board.point3'] as const).map((point) => (
              <li key={point} className="flex items-start gap-s3">
                <Check aria-hidden className="mt-[0.15em] size-icon shrink-0 text-accent" />
                {t(point)}
              </li>
            ))}
          </ul>
        </div>
        <div className="mt-s4 flex flex-col gap-s2">
          <Button look="primary" block onClick={() => leave(useSession.getState().isLogin ? '/' : '/pass/register')}>
            {t('board.continue')}
          </Button>
          <Button look="ghost" block onClick={() => leave('/')}>
            {t('board.skip')}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
