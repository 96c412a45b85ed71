import { isMobile } from '../../shared/device.ts';
import { useTitle } from '../../shared/title.ts';
import { HomeDesktop } from './home-desktop.tsx';
import { HomeMobile } from './home-mobile.tsx';

export function HomePage() {
  useTitle('');
  return isMobile ? <HomeMobile /> : <HomeDesktop />;
}
