import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMode } from '../../shared/client/queries.ts';
import { useBook, useSession } from '../../shared/client/session.ts';
import { DemoNotice } from '../../shared/trading/demo-notice.tsx';
import { useTitle } from '../../shared/words/title.ts';
import { Page } from '../../ui/panel.tsx';
import { PieceDetail } from './detail/piece-detail.tsx';
import { Donation } from './gallery/donation.tsx';
import { Gallery } from './gallery/gallery.tsx';
import { HowItWorks } from './gallery/how-it-works.tsx';
import { useAuctionEvents } from './use-nfts.ts';

/** The gallery of charity NFTs; with `?id=` one piece with its auction. */
export function NftsPage() {
  const { t } = useTranslation('nfts');
  const [params] = useSearchParams();
  const id = params.get('id');
  useTitle(t('title'));
  useAuctionEvents();
  if (id !== null) return <PieceDetail key={id} id={id} />;
  return <GalleryPage />;
}

function GalleryPage() {
  const { t } = useTranslation('nfts');
  const signedIn = useSession((session) => session.isLogin);
  const onDemo = useBook() === 'demo' && signedIn;
  const simulated = useMode() !== 'live';
  return (
    <Page className="flex flex-col gap-s6 py-s6">
      <header className="grid items-end gap-x-s7 gap-y-s5 wide:grid-cols-[minmax(0,1fr)_auto]">
        <div className="flex flex-col gap-s2">
          <h1 className="text-title font-semibold tracking-[-0.01em]">{t('title')}</h1>
          <p className="max-w-[max(7.6rem,320px)] text-muted">{t('lead')}</p>
        </div>
        <Donation />
      </header>
      {onDemo ? <DemoNotice title={t('demo.title')} text={t('demo.text')} /> : null}
      <Gallery />
      <HowItWorks />
      {simulated ? <p className="text-caption text-muted">{t('sample')}</p> : null}
    </Page>
  );
}
