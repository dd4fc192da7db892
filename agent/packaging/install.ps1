# Installs the command culvert @VERSION@ of @SERVER@ below %LOCALAPPDATA%, without an administrator:
#
#   irm @SERVER@/install.ps1 | iex
#
# CULVERT_PREFIX names another folder. Nothing is changed before the download was checked and has started once.

function Install-Culvert {
  $ErrorActionPreference = 'Stop'
  # Drawing a bar takes longer than the download.
  $ProgressPreference = 'SilentlyContinue'
  $server = '@SERVER@'
  $version = '@VERSION@'
  $isSigned = '@PUBLIC_KEY@' -ne ''
  $target = 'win32-x64'
  $address = "$server/download/$version"
  $prefix = if ($env:CULVERT_PREFIX) { $env:CULVERT_PREFIX } else { Join-Path $env:LOCALAPPDATA 'culvert' }
  $bin = Join-Path $prefix 'bin'
  $command = Join-Path $bin 'culvert.exe'
  # On the disk of the folder, so that what is moved into it is there at once.
  $stage = Join-Path $prefix ('.culvert-update-' + [guid]::NewGuid())

  function Get-File($name) {
    Invoke-WebRequest -UseBasicParsing -Uri "$address/$name" -OutFile (Join-Path $stage $name)
  }

  try {
    New-Item -ItemType Directory -Force -Path $bin, $stage | Out-Null
    Get-File 'manifest.json'
    if ($isSigned) {
      Write-Host "The signature is not checked, as Windows knows no Ed25519: what is checked is that the package is as $server says."
    } else {
      Write-Host "The packages of $server are not signed: what is checked is that they are as $server says."
    }
    $manifest = Get-Content -Raw (Join-Path $stage 'manifest.json') | ConvertFrom-Json
    if ($manifest.version -ne $version) { throw "$address/manifest.json is not that of $version" }
    $package = $manifest.packages | Where-Object { $_.target -eq $target }
    if (-not $package) { throw "$server has no package for Windows. With Node 20 or later: npm install -g $server/download/culvert-agent-$version.tgz" }
    if (Test-Path $command) {
      # One that does not start, or says anything else, is replaced.
      $installed = try { [version](& $command version) } catch { [version]'0.0.0' }
      if ($installed -gt [version]$version) {
        throw "$command is $installed, and $server has $version. Remove it first if you want the older one."
      }
    }

    Write-Host "Downloading culvert $version for $target from ${server}..."
    Get-File $package.file
    $archive = Join-Path $stage $package.file
    if ((Get-Item $archive).Length -ne $package.size) { throw "$address/$($package.file) has not the size that the manifest says" }
    if ((Get-FileHash -Algorithm SHA256 $archive).Hash -ne $package.sha256) { throw "$address/$($package.file) has not the SHA-256 that the manifest says" }
    & (Join-Path $env:SystemRoot 'System32\tar.exe') -xf $archive -C $stage
    if ($LASTEXITCODE -ne 0) { throw "$($package.file) could not be unpacked" }
    $new = Join-Path $stage 'bin\culvert.exe'
    $said = & $new version
    if ($said -ne $version) { throw "what was downloaded calls itself $said" }

    # A program that runs can be moved, but neither replaced nor removed.
    if (Test-Path $command) {
      if (Test-Path "$command.old") { Move-Item "$command.old" "$command.old.$([guid]::NewGuid())" }
      Move-Item $command "$command.old"
    }
    try { Move-Item $new $command } catch {
      if (Test-Path "$command.old") { Move-Item "$command.old" $command }
      throw
    }
    Remove-Item -Force "$command.old.*" -ErrorAction SilentlyContinue
    $path = [Environment]::GetEnvironmentVariable('Path', 'User')
    if (($path -split ';') -notcontains $bin) {
      [Environment]::SetEnvironmentVariable('Path', "$path;$bin", 'User')
      Write-Host "$bin is in your Path now. Open a new terminal."
    }
    Write-Host "culvert $version is installed: $command"
  } catch {
    Write-Error "culvert is not installed: $($_.Exception.Message)" -ErrorAction Continue
  } finally {
    if (Test-Path $stage) { Remove-Item -Recurse -Force $stage }
  }
}

# A script that was cut off on its way does nothing.
Install-Culvert
