/**
 * The layout follows the device's user agent (Android, iPhone, iPad, iPod are mobile), decided once before the first paint
 * by `public/before-paint.js`, which leaves it on the document.
 */
const layout: 'desktop' | 'mobile' = document.documentElement.dataset['layout'] === 'mobile' ? 'mobile' : 'desktop';
export const isMobile = layout === 'mobile';
